// hint: race in global memory
// hint: Taking the lock has to acquire
struct Account {
  int lock;
  long long balance;
};

__global__ void book_each(const int* amounts, int n, Account* account, int* booked) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  while (atomicCAS(&account->lock, 0, 1) != 0) {
  }
  bool covered = account->balance + amounts[i] >= 0;
  if (covered) account->balance += amounts[i];
  __threadfence();
  atomicExch(&account->lock, 0);
  booked[i] = covered;
}

void book(const int* amounts, int n, Account* account, int* booked) {
  book_each<<<(n - 1) / 64 + 1, 64>>>(amounts, n, account, booked);
}

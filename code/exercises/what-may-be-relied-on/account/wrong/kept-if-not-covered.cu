// hint: deadlock
// hint: also one that books nothing
struct Account {
  int lock;
  long long balance;
};

__global__ void book_each(const int* amounts, int n, Account* account, int* booked) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  while (atomicCAS(&account->lock, 0, 1) != 0) {
  }
  __threadfence();
  booked[i] = account->balance + amounts[i] >= 0;
  if (booked[i] == 0) return;
  account->balance += amounts[i];
  __threadfence();
  atomicExch(&account->lock, 0);
}

void book(const int* amounts, int n, Account* account, int* booked) {
  book_each<<<(n - 1) / 64 + 1, 64>>>(amounts, n, account, booked);
}

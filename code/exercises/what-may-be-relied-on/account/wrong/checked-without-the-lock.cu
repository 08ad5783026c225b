// hint: the account is overdrawn
// hint: Between a thread's check and its change
struct Account {
  int lock;
  long long balance;
};

__global__ void book_each(const int* amounts, int n, Account* account, int* booked) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  unsigned long long* balance = (unsigned long long*)&account->balance;
  bool covered = (long long)atomicAdd(balance, 0ull) + amounts[i] >= 0;
  if (covered) atomicAdd(balance, (unsigned long long)(long long)amounts[i]);
  booked[i] = covered;
}

void book(const int* amounts, int n, Account* account, int* booked) {
  book_each<<<(n - 1) / 64 + 1, 64>>>(amounts, n, account, booked);
}

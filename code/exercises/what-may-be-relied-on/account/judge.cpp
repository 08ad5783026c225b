#include "exercises/judge.hpp"

struct Account {
  int lock;
  long long balance;
};

void book(const int* amounts, int n, Account* account, int* booked);

void judge(exercises::Judge& judge) {
  exercises::be_strict();
  judge.hint("200 transactions: race in global",
             "Within one block it was right. A fence, too, has a scope: that of "
             "`__threadfence_block()` ends where the block does.");
  judge.hint("race in global",
             "What one holder of the lock writes must be ordered before what the next one reads. "
             "Taking the lock has to acquire, by a fence after the loop; giving it back has to "
             "release, by a fence after the last access and before the lock is free. And the lock "
             "itself is touched by atomics only.");
  judge.hint("deadlock",
             "A thread waits for a lock that nobody gives back. Does each holder, also one that "
             "books nothing, give it back?");
  struct Trial {
    std::string name;
    long long balance;
    std::vector<int> amounts;
  };
  for (const Trial& each : {Trial{"one transaction", 0, {5}},
                            Trial{"60 withdrawals of 30 from 100", 100, std::vector<int>(60, -30)},
                            Trial{"200 transactions", 0, judge.numbers<int>(200)}}) {
    const int n = int(each.amounts.size());
    exercises::Memory<int> amounts(each.amounts), booked(n);
    exercises::Memory<Account> account(std::vector<Account>{{0, each.balance}});
    judge.run(each.name, [&] { book(amounts, n, account, booked); });
    const auto& launches = harness::observer::counted_launches();
    judge.that(launches.empty() || launches.back().block == "64x1x1",
               "the blocks do not have 64 threads", "The task asks for blocks of 64 threads.");
    const std::vector<int> said = booked.host();
    const Account after = account.host()[0];
    judge.that(booked.guarded() && account.guarded(), "memory outside was written");
    long long balance = each.balance;
    for (int i = 0; i < n; ++i) {
      judge.that(
          said[i] == 0 || said[i] == 1, "booked[" + std::to_string(i) + "] is neither 0 nor 1",
          "Does each transaction have a thread, and does that thread say what became of it?");
      judge.that(said[i] == 1 || each.amounts[i] < 0, "a deposit was not booked",
                 "A deposit never makes the balance negative.");
      if (said[i] == 1) balance += each.amounts[i];
    }
    judge.that(after.balance >= 0 && balance >= 0, "the account is overdrawn",
               "Between a thread's check and its change another thread has taken the money. Both "
               "belong under the same lock.");
    judge.equal("the balance", after.balance, balance,
                "It should be what was there and all that was booked. Is it read and written under "
                "the lock?");
    if (each.balance == 100)
      judge.equal("the balance", after.balance, 10LL,
                  "A withdrawal that the balance covered was refused.");
    judge.equal("the lock", after.lock, 0, "The last holder has to give the lock back, too.");
  }
}

// Functions that some lanes leave early, while others wait within at a barrier, and those that a
// warp's lanes then come to by ways of their own.
#include <doctest/doctest.h>

#include <random>
#include <string>
#include <vector>

#include "simulator/tests/machine/kernels.hpp"
#include "simulator/tests/trials.hpp"

using namespace simulator;

namespace {

using Key = std::vector<unsigned>;  // calls, and rounds of loops, by which a thread came to a place

/// What a thread does that others could see.
struct Event {
  bool meets;  // at a barrier; else it counts `number` in
  unsigned number;
  bool counts = false;  // bar.red
  Key key = {};
  bool gathers = false;  // all of the warp, by the function of that number
  bool passes = false;   // nothing but a barrier that others come to
};

struct Statement {
  enum Kind : unsigned { touch, meet, leave, call, loop, gather } kind;
  unsigned a = 0, b = 0, c = 0;  // see Functions::text
  std::vector<Statement> body = {};
};
using Body = std::vector<Statement>;

enum Use : unsigned {
  ignored,
  counted,
  left_where_zero,
  ended_where_zero,
  met_where_zero
};  // of what a call gives

/// Functions that call those behind them, and themselves; the first is the kernel. Where a loop is
/// left before its end, so is the function: going around a barrier in any other way is a fault.
class Functions {
 public:
  Functions(unsigned seed, unsigned threads, bool aligned, bool gathers = false)
      : random_(seed), threads_(threads), aligned_(aligned), gathers_(gathers) {
    for (unsigned f = 0; f < functions; ++f) bodies_.push_back(body(f, 1 + below(4), false));
  }

  std::string declarations() {
    std::string result = gathers_ ? gathering : "";
    for (unsigned f = functions; f-- > 1;)
      result += ".func (.param .b32 back) f" + std::to_string(f) +
                "(.param .b64 at, .param .b32 from)\n{ .reg .pred %p<4>; .reg .b32 %r<20>; .reg "
                ".b64 %rd<4>; ld.param.u64 %rd0, [at]; ld.param.u32 %r8, [from]; mov.u32 %r3, "
                "%tid.x;\n" +
                start + text(bodies_[f], f) + "st.param.b32 [back], 1;\nEND: ret; }\n";
    return result;
  }
  std::string kernel() { return "mov.u32 %r8, 1;\n" + (start + text(bodies_[0], 0)) + "END:\n"; }

  /// Of each thread; none where one does too much.
  std::vector<std::vector<Event>> events() {
    std::vector<std::vector<Event>> result;
    for (thread_ = 0; thread_ < threads_; ++thread_) {
      events_.clear();
      execute(0, 1, {});
      if (events_.size() > most) return {};
      result.push_back(events_);
    }
    return result;
  }

 private:
  static constexpr unsigned functions = 4, most = 120;
  static constexpr const char* gathering =
      ".func (.param .b32 sum) g0(.param .b32 mine)\n{ .reg .b32 %r<2>; ld.param.u32 %r0, [mine]; "
      "redux.sync.add.u32 %r1, %r0, -1; st.param.b32 [sum], %r1; ret; }\n"
      ".func (.param .b32 sum) g1(.param .b32 mine)\n{ .reg .pred %p<1>; .reg .b32 %r<2>; "
      "ld.param.u32 %r0, [mine]; and.b32 %r1, %r0, 1; setp.ne.u32 %p0, %r1, 0; "
      "vote.sync.ballot.b32 %r1, %p0, -1; st.param.b32 [sum], %r1; ret; }\n";
  static constexpr const char* start = "mov.u32 %r9, 0; setp.eq.u32 %p3, 0, 0;\n";

  unsigned below(unsigned n) { return unsigned(random_() % n); }

  Body body(unsigned function, unsigned size, bool in_loop) {
    Body result;
    for (unsigned k = 0; k < size; ++k) result.push_back(statement(function, in_loop));
    if (!in_loop && below(3) == 0) {
      result.push_back({Statement::loop, 1 + below(3), 0, 0, body(function, 2, true)});
      for (Statement& each : result.back().body)
        if (each.kind == Statement::call && below(2)) each.c = ended_where_zero;
    }
    return result;
  }

  Statement statement(unsigned function, bool in_loop) {
    if (gathers_ && below(4) == 0) return {Statement::gather, below(2)};
    switch (below(in_loop ? 7 : 8)) {
      case 0:
        return {Statement::touch, below(100)};
      case 1:
      case 2:
        return {Statement::meet, below(12) == 0, below(3) == 0};
      case 3:
        return {Statement::leave, below(10), below(threads_ + 40), below(2)};
      case 7:
        return {Statement::loop, 1 + below(3), 0, 0, body(function, 2, true)};
      default: {
        const unsigned called = std::min(function + below(3), functions - 1);
        if (called == 0 || (called == function && in_loop))
          return {Statement::meet, 0, below(3) == 0};
        if (gathers_ && below(2)) return {Statement::call, called, below(4), met_where_zero};
        return {Statement::call, called, below(4), below(3) ? left_where_zero : below(2)};
      }
    }
  }

  // Of threads: %r3 is the thread, %r8 what the function was called with, %r9 the loop's round.

  std::string text(const Body& body, unsigned function) {
    std::string result;
    for (const Statement& each : body) result += text(each, function);
    return result;
  }

  std::string text(const Statement& s, unsigned function) {
    const std::string a = std::to_string(s.a), label = std::to_string(++labels_);
    const std::string counting =
        "mul.lo.u64 %rd3, %rd3, 31; add.u64 %rd3, %rd3, %rd2; "
        "st.global.u64 [%rd0], %rd3;\n";
    switch (s.kind) {
      case Statement::touch:
        return "ld.global.u64 %rd3, [%rd0]; mov.u64 %rd2, " + a + "; " + counting;
      case Statement::meet: {
        const std::string name = aligned_ ? "bar" : "barrier";
        if (s.b == 0) return name + ".sync " + a + ";\n";
        return name + ".red.popc.u32 %r10, " + a + ", %p3; cvt.u64.u32 %rd2, %r10; " +
               "ld.global.u64 %rd3, [%rd0]; " + counting;
      }
      case Statement::leave: {
        const std::string test = s.a == 0 && function != 0 ? "setp.eq.u32 %p1, %r8, 0;"
                                                           : "mad.lo.u32 %r10, %r9, " + a +
                                                                 ", %r3; setp.ge.u32 %p1, %r10, " +
                                                                 std::to_string(s.b) + ";";
        return test + leaving(function, s.c, label);
      }
      case Statement::call: {
        const std::string from = s.a == function ? "sub.u32 %r10, %r8, 1;"
                                 : s.b < 2       ? "mov.u32 %r10, " + std::to_string(s.b + 1) + ";"
                                           : "and.b32 %r10, %r3, " + std::to_string(s.b - 1) + ";";
        std::string result =
            from +
            " { .param .b64 p; .param .b32 q; .param .b32 b; st.param.b64 [p], %rd0; "
            "st.param.b32 [q], %r10; call (b), f" +
            a + ", (p, q); ld.param.b32 %r11, [b]; }\n";
        // Who has been called with nothing calls itself no more.
        if (s.a == function)
          result = "setp.eq.u32 %p1, %r8, 0;" + leaving(function, s.b & 1, label) + result;
        if (s.c == counted)
          result += "cvt.u64.u32 %rd2, %r11; ld.global.u64 %rd3, [%rd0]; " + counting;
        if (s.c == met_where_zero)
          result += "setp.eq.u32 %p1, %r11, 0; @%p1 " + std::string(aligned_ ? "bar" : "barrier") +
                    ".sync 0;\n";
        else if (s.c >= left_where_zero)
          result += "setp.eq.u32 %p1, %r11, 0;";
        if (s.c == left_where_zero) result += leaving(function, s.b & 1, label + "x");
        if (s.c == ended_where_zero) result += "@%p1 bra DONE" + loop_ + ";\n";
        return result;
      }
      case Statement::gather:
        return "{ .param .b32 p; .param .b32 s; mad.lo.u32 %r10, %r3, 3, 1; st.param.b32 [p], "
               "%r10; call (s), g" +
               a +
               ", (p); ld.param.b32 %r11, [s]; }\ncvt.u64.u32 %rd2, %r11; ld.global.u64 %rd3, "
               "[%rd0]; " +
               counting;
      default: {
        loop_ = label;
        return "mov.u32 %r9, 0;\nLOOP" + label + ":\n" + text(s.body, function) +
               "add.u32 %r9, %r9, 1; setp.lt.u32 %p2, %r9, " + a + "; @%p2 bra LOOP" + label +
               ";\nDONE" + label + ": mov.u32 %r9, 0;\n";
      }
    }
  }

  static std::string leaving(unsigned function, bool branches, const std::string& label) {
    if (function == 0) return branches ? "@%p1 bra END;\n" : "@%p1 ret;\n";
    if (!branches) return "@%p1 st.param.b32 [back], 0; @%p1 ret;\n";
    return "@!%p1 bra STAY" + label + "; st.param.b32 [back], 0; bra.uni END;\nSTAY" + label +
           ":\n";
  }

  /// What a function gives back.
  unsigned execute(unsigned function, unsigned from, const Key& key) {
    unsigned round = 0;
    return execute(bodies_[function], function, from, key, round) == Flow::left ? 0 : 1;
  }

  enum class Flow { on, left, ended };

  Flow execute(const Body& body, unsigned function, unsigned from, const Key& key,
               unsigned& round) {
    for (unsigned k = 0; k < body.size() && events_.size() <= most; ++k) {
      Key here = key;
      here.insert(here.end(), {round, k});
      const Flow flow = execute(body[k], function, from, here, round);
      if (flow != Flow::on) return flow;
    }
    return Flow::on;
  }

  Flow execute(const Statement& s, unsigned function, unsigned from, const Key& key,
               unsigned& round) {
    switch (s.kind) {
      case Statement::touch:
        events_.push_back({false, s.a});
        return Flow::on;
      case Statement::meet:
        events_.push_back({true, s.a, s.b != 0, key});
        return Flow::on;
      case Statement::gather:
        events_.push_back({true, s.a, false, key, true});
        return Flow::on;
      case Statement::leave:
        if (s.a == 0 && function != 0) return from == 0 ? Flow::left : Flow::on;
        return thread_ + s.a * round >= s.b ? Flow::left : Flow::on;
      case Statement::call: {
        if (s.a == function && from == 0) return Flow::left;
        const unsigned with = s.a == function ? from - 1 : s.b < 2 ? s.b + 1 : thread_ & (s.b - 1);
        const unsigned back = execute(s.a, with, key);
        if (s.c == counted) events_.push_back({false, back});
        if (s.c == left_where_zero && back == 0) return Flow::left;
        if (s.c == met_where_zero) {
          events_.push_back({back == 0, 0, false, key});
          events_.back().passes = back != 0;
        }
        return s.c == ended_where_zero && back == 0 ? Flow::ended : Flow::on;
      }
      default: {
        Flow flow = Flow::on;
        for (round = 0; round < s.a && flow == Flow::on; ++round)
          flow = execute(s.body, function, from, key, round);
        round = 0;
        return flow == Flow::left ? Flow::left : Flow::on;
      }
    }
  }

  std::mt19937 random_;
  unsigned threads_;
  bool aligned_, gathers_;
  std::vector<Body> bodies_;
  unsigned labels_ = 0, thread_ = 0;
  std::string loop_;
  std::vector<Event> events_;
};

struct Outcome {
  bool meets = true;  // at every barrier all threads that live
  bool waits_for_ended = false;
  bool gathers = false;        // a warp, in parts
  bool gathers_apart = false;  // lanes that came by different calls
  bool goes_around = false;    // a barrier at which others of the warp wait
  Words out;
};

/// Warps whose lanes all wait at the same warp instruction go on. False if there are none.
bool gather(const std::vector<const Event*>& waiting, std::vector<std::size_t>& at,
            Outcome& result) {
  bool any = false;
  for (std::size_t first = 0; first < waiting.size(); first += 32) {
    const std::size_t end = std::min(first + 32, waiting.size());
    const Event* one = nullptr;
    unsigned results[2] = {};
    bool all = true;
    for (std::size_t t = first; t < end; ++t) {
      const Event* const its = waiting[t];
      if (its == nullptr) continue;
      if (one == nullptr) one = its;
      all &= its->gathers && its->number == one->number;
      result.gathers_apart |= its->gathers && one->gathers && its->key != one->key;
      const auto mine = unsigned(t * 3 + 1);
      results[0] += mine;
      results[1] |= (mine & 1) << (t - first);
    }
    if (one == nullptr || !all) continue;
    any = result.gathers = true;
    for (std::size_t t = first; t < end; ++t) {
      if (waiting[t] == nullptr) continue;
      result.out[t] = result.out[t] * 31 + results[one->number];
      ++at[t];
    }
  }
  return any;
}

Outcome reference(const std::vector<std::vector<Event>>& events, bool aligned) {
  const std::size_t threads = events.size();
  std::vector<std::size_t> at(threads);
  Outcome result;
  result.out.resize(threads);
  for (;;) {
    std::vector<const Event*> waiting(threads, nullptr);
    for (std::size_t t = 0; t < threads; ++t) {
      for (; at[t] < events[t].size() && !events[t][at[t]].meets; ++at[t])
        if (!events[t][at[t]].passes) result.out[t] = result.out[t] * 31 + events[t][at[t]].number;
      if (at[t] < events[t].size()) waiting[t] = &events[t][at[t]];
    }
    if (gather(waiting, at, result)) continue;
    const Event* one = nullptr;
    unsigned counting = 0;
    for (std::size_t t = 0; t < threads; ++t) {
      if (waiting[t] == nullptr) continue;
      one = waiting[t];
      ++at[t];
      counting += one->counts;
      result.meets &= !one->gathers;
      for (std::size_t other = t / 32 * 32; other < std::min(t / 32 * 32 + 32, threads); ++other)
        for (std::size_t k = 0; k < at[other]; ++k)
          result.goes_around |= events[other][k].passes && events[other][k].key == one->key;
    }
    if (one == nullptr) return result;
    for (std::size_t t = 0; t < threads; ++t) {
      const Event* const its = waiting[t];
      if (its == nullptr) {
        result.waits_for_ended = true;
        continue;
      }
      result.meets &= its->number == one->number;
      for (std::size_t other = t / 32 * 32; other < t; ++other)
        if (waiting[other] != nullptr && aligned) result.meets &= waiting[other]->key == its->key;
      if (its->counts) result.out[t] = result.out[t] * 31 + counting;
    }
    if (!result.meets) return result;
  }
}

/// Of so many random programs: those that are right, and the others.
struct Tried {
  unsigned right = 0, wrong = 0;
};

Tried try_programs(unsigned seeds, bool gathers) {
  Tried tried;
  for (unsigned seed = 0; seed < seeds; ++seed) {
    CAPTURE(seed);
    const unsigned threads = seed % 3 == 0 ? 40 : 64;
    const bool aligned = seed % 4 != 0 && !gathers;
    Functions program(seed, threads, aligned, gathers);
    const std::vector<std::vector<Event>> events = program.events();
    if (events.empty()) continue;
    const Outcome wanted = reference(events, aligned);
    if (wanted.gathers_apart) continue;  // whether they meet depends on the GPU
    if (wanted.goes_around) continue;    // which is a fault even where some GPUs forgive it
    if (wanted.meets && !(gathers ? wanted.gathers : wanted.waits_for_ended)) continue;
    ++(wanted.meets ? tried.right : tried.wrong);
    const std::string functions = program.declarations(), kernel = program.kernel();
    CAPTURE(functions);
    CAPTURE(kernel);
    Bench bench(kernel_text(kernel, functions));
    for (const std::string schedule : {"forward", "reverse", "random:7", "starve", "lockstep"}) {
      CAPTURE(schedule);
      bench.schedule = Schedule::parse(schedule);
      const auto out = bench.upload(Words(threads));
      try {
        bench.run({1}, {threads}, out);
      } catch (const LaunchFailure&) {
        CHECK(!wanted.meets);
      }
      const std::vector<std::string> faults = bench.faults();
      const bool told =
          contains(faults, fault::barrier) || (gathers && contains(faults, fault::warp_mask));
      CHECK(told == !wanted.meets);
      if (wanted.meets) CHECK(bench.download<std::uint64_t>(out, threads) == wanted.out);
      if (wanted.meets) CHECK(bench.last_faults.empty());
    }
  }
  MESSAGE(tried.right << " right, " << tried.wrong << " wrong");
  return tried;
}

}  // namespace

TEST_CASE("random functions that lanes leave early") {
  const Tried tried = try_programs(trials(1500), false);
  CHECK(tried.right > trials(250));
  CHECK(tried.wrong > trials(50));
}

TEST_CASE("random functions that lanes leave early, and warp instructions in others") {
  const Tried tried = try_programs(trials(3000), true);
  CHECK(tried.right > trials(100));
  CHECK(tried.wrong > trials(100));
}

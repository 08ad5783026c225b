#include "simulator/program/left_out.hpp"

#include <algorithm>
#include <initializer_list>

namespace simulator {
namespace {

struct Family {
  const char* name;
  std::initializer_list<std::string_view> opcodes;
};

const Family families[] = {
    {"scalar video instructions",
     {"vadd", "vsub", "vabsdiff", "vmin", "vmax", "vshl", "vshr", "vmad", "vset"}},
    {"questions about textures and surfaces", {"txq", "suq", "istypep"}},
    {"reductions on surfaces", {"sured"}},
    {"accesses to multimem addresses", {"multimem"}},
    {"performance monitor events", {"pmevent"}},
    {"tensor cores of compute capability 10.0", {"tcgen05"}},
    {"requests of compute capability 10.0 for other clusters", {"clusterlaunchcontrol"}},
};

}  // namespace

const char* left_out(std::string_view opcode) {
  for (const auto& [name, opcodes] : families)
    if (std::find(opcodes.begin(), opcodes.end(), opcode) != opcodes.end()) return name;
  return nullptr;
}

}  // namespace simulator

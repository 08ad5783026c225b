// What every judge includes, compiled once.
#include "exercises/judge.hpp"

#pragma once

namespace simulator {

class Decoding;

/// cvt between a register and formats that no arithmetic knows: tf32, e4m3x2, e5m2x2, and
/// cvt.pack. False if it is another cvt, of which nothing was taken.
bool decode_small_conversion(Decoding& d);

}  // namespace simulator

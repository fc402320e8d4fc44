// Every kernel for one instruction set, TILEWRIGHT_SET. CMakeLists.txt compiles this file once for each set.
#include "cover/bitmask_loop.hpp"
#include "cover/dense_loop.hpp"
#include "gunport/dense_loop.hpp"
#include "kasteleyn/vector_loop.hpp"

namespace tilewright {

using Set = simd::TILEWRIGHT_SET;

template cover::bitmask::Kernels<1> cover::bitmask::kernels<Set, 1>();
template cover::bitmask::Kernels<2> cover::bitmask::kernels<Set, 2>();
template cover::bitmask::Kernels<4> cover::bitmask::kernels<Set, 4>();
template cover::dense::Kernels cover::dense::kernels<Set>();
template gunport::Kernels gunport::kernels<Set>();
template kasteleyn::Kernels kasteleyn::kernels<Set>();

}  // namespace tilewright

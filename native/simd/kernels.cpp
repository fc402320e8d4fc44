// Every kernel for one instruction set, TILEWRIGHT_SET. CMakeLists.txt compiles this file once for each set.
#include "families/gunport/dense_loop.hpp"
#include "solving/kasteleyn/vector_loop.hpp"
#include "solving/profile/tile_loop.hpp"
#include "solving/search/bitmask_loop.hpp"
#include "solving/search/dense_loop.hpp"

namespace tilewright {

using Set = simd::TILEWRIGHT_SET;

template search::bitmask::Kernels<1> search::bitmask::kernels<Set, 1>();
template search::bitmask::Kernels<2> search::bitmask::kernels<Set, 2>();
template search::bitmask::Kernels<4> search::bitmask::kernels<Set, 4>();
template search::dense::Kernels search::dense::kernels<Set>();
template gunport::Kernels gunport::kernels<Set>();
template kasteleyn::Kernels kasteleyn::kernels<Set>();
template profile::Kernels profile::kernels<Set>();

}  // namespace tilewright

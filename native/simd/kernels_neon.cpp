// The kernels that are written for NEON. The others are as fast as compilers make the baseline's.
#include "solving/search/dense_loop.hpp"

namespace tilewright {

template search::dense::Kernels search::dense::kernels<simd::Neon>();

}  // namespace tilewright

#include "concurrency/thread_memory.hpp"

#include <sys/mman.h>

#include <cstddef>
#include <exception>
#include <mutex>

namespace tilewright {

namespace {

// Far more than the few pages that are needed, as other threads may allocate between the trial and the use.
constexpr std::size_t kReserveBytes = std::size_t{256} << 10;

std::mutex guard;  // so that two new threads do not count on the same reserve

}  // namespace

bool prepare_thread() noexcept {
  const std::lock_guard lock(guard);
  void* const reserve = mmap(nullptr, kReserveBytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (reserve == MAP_FAILED) return false;
  munmap(reserve, kReserveBytes);
  return std::uncaught_exceptions() == 0;  // which allocates the list, as throwing would
}

}  // namespace tilewright

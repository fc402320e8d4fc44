#include "concurrency/thread_memory.hpp"

#include <pthread.h>
#include <sys/mman.h>

#include <cstddef>
#include <exception>
#include <mutex>

namespace tilewright {

namespace {

// Far more than the few pages that are needed, as other threads may allocate between the trial and the use.
constexpr std::size_t kReserveBytes = std::size_t{256} << 10;

constexpr std::size_t kPythonBytes = std::size_t{3} << 20;  // two of its arenas, and what malloc needs

std::mutex guard;  // so that two new threads do not count on the same reserve

bool can_map(std::size_t bytes) noexcept {
  void* const reserve = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (reserve == MAP_FAILED) return false;
  munmap(reserve, bytes);
  return true;
}

}  // namespace

bool prepare_thread() noexcept {
  const std::lock_guard lock(guard);
  // uncaught_exceptions allocates the list, as throwing would.
  return can_map(kReserveBytes) && std::uncaught_exceptions() == 0;
}

bool can_start_thread() noexcept {
  std::size_t stack_bytes = std::size_t{8} << 20;
  pthread_attr_t attributes;
  if (pthread_attr_init(&attributes) == 0) {
    pthread_attr_getstacksize(&attributes, &stack_bytes);
    pthread_attr_destroy(&attributes);
  }
  return can_map(stack_bytes + kPythonBytes);
}

}  // namespace tilewright

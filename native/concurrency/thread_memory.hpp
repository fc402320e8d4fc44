// The memory that a thread needs before it can report that there is none.
#pragma once

namespace tilewright {

// Gives the calling thread what throwing an exception takes; false if there is no memory for that. Call it first in each
// new thread. The C++ library keeps its list of exceptions in thread-local data, which glibc allocates when a thread
// throws for the first time; without memory for it, glibc ends the process.
[[nodiscard]] bool prepare_thread() noexcept;

// Whether there is memory for the stack of another thread and for Python to begin in it. Without the latter, Python waits
// for ever for the thread that it has started.
[[nodiscard]] bool can_start_thread() noexcept;

}  // namespace tilewright

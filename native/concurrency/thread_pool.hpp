// A fixed set of threads that run the same function, each on its share of the work.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <exception>
#include <functional>
#include <mutex>
#include <new>
#include <system_error>
#include <thread>
#include <vector>

#include "concurrency/thread_memory.hpp"

namespace tilewright {

class ThreadPool {
 public:
  // Throws std::bad_alloc when there is no memory for so many threads.
  explicit ThreadPool(int size) : size_(size) {
    try {
      for (int t = 1; t < size; ++t) threads_.emplace_back([this, t] { serve(t); });
    } catch (const std::system_error&) {
      end();
      throw std::bad_alloc();
    } catch (...) {
      end();
      throw;
    }
    std::unique_lock lock(guard_);
    done_.wait(lock, [this] { return started_ == size_ - 1; });
    lock.unlock();
    if (!all_prepared_) {
      end();
      throw std::bad_alloc();
    }
  }
  ThreadPool(const ThreadPool&) = delete;
  ThreadPool& operator=(const ThreadPool&) = delete;
  ~ThreadPool() { end(); }
  int size() const { return size_; }

  // Calls work(0) .. work(size - 1), one a thread, and returns when all are done. When any of them throws,
  // one of the exceptions is thrown again here, after all are done.
  void run(const std::function<void(int)>& work) {
    if (size_ == 1) {
      work(0);
      return;
    }
    {
      const std::lock_guard lock(guard_);
      work_ = &work;
      left_ = size_ - 1;
      ++round_;
      error_ = nullptr;
    }
    wake_.notify_all();
    attempt(work, 0);
    std::unique_lock lock(guard_);
    done_.wait(lock, [this] { return left_ == 0; });
    if (error_) std::rethrow_exception(error_);
  }

 private:
  void end() {
    {
      const std::lock_guard lock(guard_);
      ended_ = true;
    }
    wake_.notify_all();
    for (std::thread& thread : threads_) thread.join();
  }
  void attempt(const std::function<void(int)>& work, int t) {
    try {
      work(t);
    } catch (...) {
      const std::lock_guard lock(guard_);
      error_ = std::current_exception();
    }
  }
  void serve(int t) {
    const bool prepared = prepare_thread();
    {
      const std::lock_guard lock(guard_);
      ++started_;
      all_prepared_ = all_prepared_ && prepared;
    }
    done_.notify_one();
    if (!prepared) return;
    std::uint64_t seen = 0;
    for (;;) {
      const std::function<void(int)>* work;
      {
        std::unique_lock lock(guard_);
        wake_.wait(lock, [&] { return ended_ || round_ != seen; });
        if (ended_) return;
        seen = round_;
        work = work_;
      }
      attempt(*work, t);
      {
        const std::lock_guard lock(guard_);
        --left_;
      }
      done_.notify_one();
    }
  }

  int size_;
  std::vector<std::thread> threads_;
  std::mutex guard_;
  std::condition_variable wake_, done_;
  const std::function<void(int)>* work_ = nullptr;
  std::uint64_t round_ = 0;
  int left_ = 0;
  int started_ = 0;
  bool all_prepared_ = true;
  bool ended_ = false;
  std::exception_ptr error_;
};

}  // namespace tilewright

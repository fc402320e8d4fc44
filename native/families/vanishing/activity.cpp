#include "families/vanishing/activity.hpp"

namespace tilewright::vanishing {

namespace {

constexpr double kLargest = 1e100;

}  // namespace

void Activity::add() {
  activity_.push_back(0.0);
  place_.push_back(-1);
  push(static_cast<int>(activity_.size()) - 1);
}

void Activity::reinsert(int variable) {
  if (place_[variable] < 0) push(variable);
}

void Activity::bump(int variable) {
  activity_[variable] += increment_;
  if (activity_[variable] > kLargest) {
    for (double& activity : activity_) activity /= kLargest;
    increment_ /= kLargest;
  }
  if (place_[variable] >= 0) up(place_[variable]);
}

void Activity::push(int variable) {
  place_[variable] = static_cast<int>(heap_.size());
  heap_.push_back(variable);
  up(place_[variable]);
}

int Activity::pop() {
  const int top = heap_[0];
  place_[top] = -1;
  const int last = heap_.back();
  heap_.pop_back();
  if (!heap_.empty()) {
    heap_[0] = last;
    place_[last] = 0;
    down(0);
  }
  return top;
}

void Activity::up(int place) {
  const int variable = heap_[place];
  while (place > 0 && activity_[variable] > activity_[heap_[(place - 1) / 2]]) {
    heap_[place] = heap_[(place - 1) / 2];
    place_[heap_[place]] = place;
    place = (place - 1) / 2;
  }
  heap_[place] = variable;
  place_[variable] = place;
}

void Activity::down(int place) {
  const int variable = heap_[place];
  const int count = static_cast<int>(heap_.size());
  while (2 * place + 1 < count) {
    int child = 2 * place + 1;
    if (child + 1 < count && activity_[heap_[child + 1]] > activity_[heap_[child]]) ++child;
    if (activity_[heap_[child]] <= activity_[variable]) break;
    heap_[place] = heap_[child];
    place_[heap_[place]] = place;
    place = child;
  }
  heap_[place] = variable;
  place_[variable] = place;
}

}  // namespace tilewright::vanishing

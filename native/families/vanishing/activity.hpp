// Variables by how often conflicts met them lately: a heap with the most active on top.
#pragma once

#include <vector>

namespace tilewright::vanishing {

class Activity {
 public:
  void add();  // a variable with the next number, in the heap
  bool empty() const { return heap_.empty(); }
  int pop();                    // the most active of the heap
  void reinsert(int variable);  // if it is not there
  void bump(int variable);
  void age() { increment_ /= kDecay; }

 private:
  static constexpr double kDecay = 0.95;

  void push(int variable);
  void up(int place);
  void down(int place);

  std::vector<double> activity_;
  double increment_ = 1.0;
  std::vector<int> heap_, place_;
};

}  // namespace tilewright::vanishing

// Plain dancing links: the yardstick of the benchmark.
//
// Knuth's Algorithm X with dancing links as in his program DLX1 (TAOCP 4B, 7.2.2.1): doubly linked
// nodes in arrays, spacers between options, the primary item with the fewest options first. No
// colours, no multiplicities, no pruning, no tricks. It shares no code with the engines.
//
// usage: plain_dlx FILE SECONDS   the best of several runs: as many as fit in SECONDS, one at least
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <sstream>
#include <string>
#include <vector>

namespace {

struct Item {
  int left, right;  // neighbours in the list of items that are still to be covered
};

struct Node {
  int up, down;  // neighbours in the list of an item
  int item;      // of a spacer: minus the number of its option
  int length;    // of a header: how many nodes hang from it
};

struct Matrix {
  int items = 0, primary = 0;
  std::vector<std::vector<int>> options;
};

Matrix read(const char* path) {
  std::ifstream file(path);
  Matrix matrix;
  std::string line;
  std::size_t options = 0;
  if (!std::getline(file, line)) throw std::runtime_error("cannot read the file");
  std::istringstream(line) >> matrix.items >> matrix.primary >> options;
  while (matrix.options.size() < options && std::getline(file, line)) {
    std::istringstream words(line);
    std::vector<int> option;
    for (std::string word; words >> word;) {
      if (word.find(':') != std::string::npos) throw std::runtime_error("plain dancing links has no colours");
      option.push_back(std::stoi(word));
    }
    matrix.options.push_back(option);
  }
  if (std::getline(file, line) && line.rfind("bounds", 0) == 0)
    throw std::runtime_error("plain dancing links has no multiplicities");
  return matrix;
}

class Dance {
 public:
  explicit Dance(const Matrix& matrix) : items_(matrix.items + 1), nodes_(matrix.items + 1) {
    // Items count from 1 here; item 0 is the root. Secondary items are linked to themselves alone.
    for (int i = 0; i <= matrix.items; ++i) {
      nodes_[i] = {i, i, i, 0};
      if (i <= matrix.primary)
        items_[i] = {i == 0 ? matrix.primary : i - 1, i == matrix.primary ? 0 : i + 1};
      else
        items_[i] = {i, i};
    }
    nodes_.push_back({0, 0, 0, 0});  // the first spacer
    int spacer = static_cast<int>(nodes_.size()) - 1;
    int number = 0;
    for (const auto& option : matrix.options) {
      for (const int item : option) {
        const int header = item + 1, node = static_cast<int>(nodes_.size());
        nodes_.push_back({nodes_[header].up, header, header, 0});
        nodes_[nodes_[header].up].down = node;
        nodes_[header].up = node;
        ++nodes_[header].length;
      }
      nodes_[spacer].down = static_cast<int>(nodes_.size()) - 1;  // the last node of this option
      nodes_.push_back({spacer + 1, 0, -++number, 0});            // up: its first node
      spacer = static_cast<int>(nodes_.size()) - 1;
    }
  }

  void search() {
    std::vector<int> chosen(items_.size());
    int level = 0;
    ++nodes;
    while (true) {
      // Go down: choose an item, cover it, begin with its first option.
      int node;
      if (items_[0].right == 0) {
        ++solutions;
        if (--level < 0) return;
        node = chosen[level];
        uncover_others(node);
        node = nodes_[node].down;
      } else {
        const int item = smallest();
        cover(item);
        node = nodes_[item].down;
      }
      // Go sideways, and up while there is no further option.
      while (node == nodes_[node].item) {
        uncover(node);
        if (--level < 0) return;
        node = chosen[level];
        uncover_others(node);
        node = nodes_[node].down;
      }
      chosen[level++] = node;
      cover_others(node);
      ++nodes;
    }
  }

  std::uint64_t solutions = 0, nodes = 0;

 private:
  int smallest() const {
    int best = 0, fewest = INT32_MAX;
    for (int i = items_[0].right; i != 0; i = items_[i].right)
      if (nodes_[i].length < fewest) {
        best = i;
        fewest = nodes_[i].length;
        if (fewest == 0) break;
      }
    return best;
  }

  void cover(int item) {
    for (int node = nodes_[item].down; node != item; node = nodes_[node].down) hide(node);
    const Item around = items_[item];
    items_[around.left].right = around.right;
    items_[around.right].left = around.left;
  }

  void uncover(int item) {
    const Item around = items_[item];
    items_[around.left].right = item;
    items_[around.right].left = item;
    for (int node = nodes_[item].up; node != item; node = nodes_[node].up) unhide(node);
  }

  void hide(int node) {
    for (int other = node + 1; other != node;) {
      const Node& it = nodes_[other];
      if (it.item <= 0) {
        other = it.up;
        continue;
      }
      nodes_[it.up].down = it.down;
      nodes_[it.down].up = it.up;
      --nodes_[it.item].length;
      ++other;
    }
  }

  void unhide(int node) {
    for (int other = node - 1; other != node;) {
      const Node& it = nodes_[other];
      if (it.item <= 0) {
        other = it.down;
        continue;
      }
      nodes_[it.up].down = other;
      nodes_[it.down].up = other;
      ++nodes_[it.item].length;
      --other;
    }
  }

  void cover_others(int node) {
    for (int other = node + 1; other != node;) {
      if (nodes_[other].item <= 0) {
        other = nodes_[other].up;
        continue;
      }
      cover(nodes_[other++].item);
    }
  }

  void uncover_others(int node) {
    for (int other = node - 1; other != node;) {
      if (nodes_[other].item <= 0) {
        other = nodes_[other].down;
        continue;
      }
      uncover(nodes_[other--].item);
    }
  }

  std::vector<Item> items_;
  std::vector<Node> nodes_;
};

}  // namespace

int main(int count, char** words) {
  if (count != 3) {
    std::cerr << "usage: plain_dlx FILE SECONDS\n";
    return 2;
  }
  const Matrix matrix = read(words[1]);
  const double allowed = std::atof(words[2]);
  double best = 0, spent = 0;
  for (int run = 0; run == 0 || (run < 1000 && spent + best < allowed); ++run) {
    const auto begin = std::chrono::steady_clock::now();
    Dance dance(matrix);
    dance.search();
    const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begin;
    spent += taken.count();
    if (run == 0 || taken.count() < best) best = taken.count();
    if (run == 0)
      std::cout << "{\"solutions\": " << dance.solutions << ", \"nodes\": " << dance.nodes << ", ";
  }
  std::cout << "\"seconds\": " << best << "}\n";
}

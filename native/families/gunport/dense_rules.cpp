#include "families/gunport/dense_rules.hpp"

#include <utility>

namespace tilewright::gunport {

namespace {

enum Plain : std::uint8_t { covered, reaching, port };

RowRules plain_rules() {
  RowRules rules;
  rules.letters = 3;
  rules.start = covered;
  rules.marked = reaching;  // both say that the cell is covered already, and by nothing that minds its neighbours
  rules.spans = {true, false, true};
  rules.closes = {true, false, true};
  for (int first = 0; first < 3; ++first)
    for (int second = 0; second < 3; ++second) rules.adjacent[first][second] = first != port || second != port;
  for (int left = 0; left <= 3; ++left) {
    rules.fillings[reaching][left] = {{covered, 0, false}};
    rules.fillings[port][left] = {{reaching, 1, false}, {covered, 1, true}};
    rules.fillings[covered][left] = {{reaching, 1, false}, {covered, 1, true}};
    if (left != port) rules.fillings[covered][left].push_back({port, 0, false});
  }
  return rules;
}

// `lying`: a half of a horizontal domino; a port may stand below it, not beside it. `standing`: the lower half of a
// vertical domino; a port may stand beside it, not below it.
enum Fixed : std::uint8_t { lying, standing, begun, vacant, half };

RowRules fixed_rules() {
  RowRules rules;
  rules.letters = 5;
  rules.start = lying;
  rules.marked = half;
  rules.spans = {true, true, false, true, false};
  rules.closes = {true, true, false, true, false};
  for (int first = 0; first < 5; ++first)
    for (int second = 0; second < 5; ++second)
      rules.adjacent[first][second] = first != half && second != half &&
                                      !(first == vacant && (second == vacant || second == lying)) &&
                                      !(first == lying && second == vacant);
  for (int left = 0; left <= 5; ++left) {
    const bool by_port = left == vacant;
    rules.fillings[half][left] = {{lying, 0, false}};
    rules.fillings[begun][left] = {{standing, 0, false}};
    for (const int above : {lying, standing, vacant}) {
      std::vector<Filling>& ways = rules.fillings[above][left];
      if (above != vacant) ways.push_back({begun, 1, false});
      if (!by_port) ways.push_back({lying, 1, true});
      if (above == lying && !by_port && left != lying) ways.push_back({vacant, 0, false});
    }
  }
  return rules;
}

}  // namespace

RowRules meeting_rules(bool no_slide) {
  RowRules rules = row_rules(no_slide);
  // The pairs that may meet, each way round.
  std::vector<std::pair<int, int>> pairs = {{covered, covered}, {covered, port}, {reaching, reaching}};
  if (no_slide) pairs = {{lying, lying}, {lying, standing}, {lying, vacant}, {standing, standing}, {begun, begun}};
  const int across = no_slide ? static_cast<int>(begun) : static_cast<int>(reaching);
  for (auto& of_letter : rules.fillings)
    for (auto& fillings : of_letter) fillings.clear();
  for (int left = 0; left <= rules.letters; ++left)
    for (const auto& [one, other] : pairs)
      for (const auto& [above, made] : {std::pair{one, other}, std::pair{other, one}}) {
        if (left < rules.letters && !rules.adjacent[left][made]) continue;
        rules.fillings[above][left].push_back(
            {static_cast<std::uint8_t>(made), static_cast<std::uint8_t>(above != across), false});
        if (one == other) break;
      }
  return rules;
}

RowRules row_rules(bool no_slide) { return no_slide ? fixed_rules() : plain_rules(); }

}  // namespace tilewright::gunport

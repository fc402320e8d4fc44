#include "solving/frontier/states_of_width.hpp"

namespace tilewright::frontier {

template struct StatesOfWidth<4>;

}  // namespace tilewright::frontier

#include "solving/frontier/states_of_width.hpp"

namespace tilewright::frontier {

template struct StatesOfWidth<2>;

}  // namespace tilewright::frontier

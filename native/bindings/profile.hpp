// What the sweeps over profiles of one query share.
#pragma once

#include <memory>

#include "solving/profile/steps.hpp"

namespace tilewright::bindings {

struct SharedSteps {
  std::shared_ptr<const profile::Steps> steps;
};

}  // namespace tilewright::bindings

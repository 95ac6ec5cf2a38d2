// The peer of `npm run bench -- planners`: OMPL's planners on a scene that we wrote, with a collision checker like ours.
//
//   ompl-planners roadmap SCENE MILESTONES NEIGHBOURS TIMES SEED       a roadmap of so many milestones, each tried with so many neighbours
//   ompl-planners solve   SCENE PLANNER WITHIN_M LIMIT_S TIMES SEED    until a path is no longer than WITHIN_M metres
//
// One JSON object a line on stdout, for each time that it was done. Times are of the processor, of all threads, without reading the scene
// and making the checker.
//
// A scene is words: "bounds" x y x y, "from" x y, "to" x y, and "edge" x y x y for each edge of what the middle of the robot may not enter,
// which lies on its left. Shapes may overlap; a place is free where none is around it.

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <memory>
#include <stdexcept>
#include <string>
#include <thread>
#include <time.h>
#include <vector>

#include <ompl/base/MotionValidator.h>
#include <ompl/base/ProblemDefinition.h>
#include <ompl/base/SpaceInformation.h>
#include <ompl/base/StateValidityChecker.h>
#include <ompl/base/objectives/PathLengthOptimizationObjective.h>
#include <ompl/base/spaces/RealVectorStateSpace.h>
#include <ompl/geometric/PathGeometric.h>
#include <ompl/geometric/PathSimplifier.h>
#include <ompl/geometric/planners/fmt/BFMT.h>
#include <ompl/geometric/planners/fmt/FMT.h>
#include <ompl/geometric/planners/informedtrees/ABITstar.h>
#include <ompl/geometric/planners/informedtrees/AITstar.h>
#include <ompl/geometric/planners/informedtrees/BITstar.h>
#include <ompl/geometric/planners/prm/LazyPRMstar.h>
#include <ompl/geometric/planners/prm/PRM.h>
#include <ompl/geometric/planners/prm/PRMstar.h>
#include <ompl/geometric/planners/rrt/InformedRRTstar.h>
#include <ompl/geometric/planners/rrt/RRTConnect.h>
#include <ompl/geometric/planners/rrt/RRTsharp.h>
#include <ompl/geometric/planners/rrt/RRTstar.h>
#include <ompl/util/Console.h>
#include <ompl/util/RandomNumbers.h>

namespace ob = ompl::base;
namespace og = ompl::geometric;

namespace {

double processorSeconds() {
  timespec now;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return now.tv_sec + now.tv_nsec * 1e-9;
}

/** Asking for the processor's time is dear: it is done now and then. Once over it stays so, for all threads that ask. */
ob::PlannerTerminationCondition after(double limitS) {
  struct Looks {
    std::atomic<unsigned long> count{0};
    std::atomic<bool> isOver{false};
  };
  const auto looks = std::make_shared<Looks>();
  const double endS = processorSeconds() + limitS;
  return ob::PlannerTerminationCondition([looks, endS] {
    if (!looks->isOver && ++looks->count % 32 == 0 && processorSeconds() > endS) looks->isOver = true;
    return looks->isOver.load();
  });
}

constexpr int TOO_LONG = 3;

/** Some planners do not look whether it is over for a minute. The system's own limit would do, but with it the clock of the processor goes by ticks of 4 ms. */
void endAfter(double limitS) {
  std::thread([limitS] {
    while (processorSeconds() < limitS) std::this_thread::sleep_for(std::chrono::milliseconds(200));
    std::_Exit(TOO_LONG);
  }).detach();
}

struct Place {
  double x, y;
};

struct Edge {
  Place a, b;
};

struct Scene {
  Place low, high, from, to;
  std::vector<Edge> edges;
};

Scene readScene(const std::string &file) {
  std::ifstream in(file);
  if (!in) throw std::runtime_error("cannot read " + file);
  Scene scene{};
  std::string word;
  while (in >> word) {
    if (word == "bounds") in >> scene.low.x >> scene.low.y >> scene.high.x >> scene.high.y;
    else if (word == "from") in >> scene.from.x >> scene.from.y;
    else if (word == "to") in >> scene.to.x >> scene.to.y;
    else if (word == "edge") {
      Edge edge{};
      in >> edge.a.x >> edge.a.y >> edge.b.x >> edge.b.y;
      scene.edges.push_back(edge);
    } else throw std::runtime_error(file + ": " + word + " is no word of a scene");
  }
  if (in.bad() || scene.edges.empty()) throw std::runtime_error(file + " is no scene");
  return scene;
}

double cross(Place o, Place a, Place b) { return (a.x - o.x) * (b.y - o.y) - (a.y - o.y) * (b.x - o.x); }

bool areCrossing(Place a, Place b, const Edge &edge) {
  const double c1 = cross(a, b, edge.a), c2 = cross(a, b, edge.b);
  if ((c1 > 0) == (c2 > 0) && c1 != 0 && c2 != 0) return false;
  const double d1 = cross(edge.a, edge.b, a), d2 = cross(edge.a, edge.b, b);
  return !((d1 > 0) == (d2 > 0) && d1 != 0 && d2 != 0);
}

/**
 * The same question that our FreeSpace answers, in the same way: edges in the cells of a grid, cells without any are free or taken as a whole, and a motion is
 * looked at only in the cells that it passes.
 */
class FreeSpace {
public:
  explicit FreeSpace(const Scene &scene) : scene_(scene) {
    const double width = scene.high.x - scene.low.x, height = scene.high.y - scene.low.y;
    // About two edges in each cell that has any.
    cell_ = std::max(std::sqrt(width * height / std::max<double>(scene.edges.size() * 4.0, 64.0)), 1e-3);
    columns_ = std::max(1, static_cast<int>(std::ceil(width / cell_)));
    rows_ = std::max(1, static_cast<int>(std::ceil(height / cell_)));
    std::vector<std::vector<int>> lists(static_cast<size_t>(columns_) * rows_);
    for (size_t i = 0; i < scene.edges.size(); i++) {
      const auto &[a, b] = scene.edges[i];
      walk(a, b, [&](int cell) {
        lists[cell].push_back(static_cast<int>(i));
        return false;
      });
    }
    starts_.push_back(0);
    for (const auto &list : lists) {
      for (int edge : list) inCells_.push_back(scene.edges[edge]);
      starts_.push_back(static_cast<int>(inCells_.size()));
    }
    aroundCentre_.resize(lists.size());
    for (int row = 0; row < rows_; row++)
      for (int column = 0; column < columns_; column++) aroundCentre_[row * columns_ + column] = shapesAround(centreOf(column, row));
  }

  bool isFree(Place p) const {
    if (!(p.x >= scene_.low.x && p.y >= scene_.low.y && p.x <= scene_.high.x && p.y <= scene_.high.y)) return false;
    const int column = columnOf(p.x), row = rowOf(p.y), cell = row * columns_ + column;
    int around = aroundCentre_[cell];
    if (starts_[cell] == starts_[cell + 1]) return around == 0;
    const Place centre = centreOf(column, row);
    for (int i = starts_[cell]; i < starts_[cell + 1]; i++) around += crossed(centre, p, inCells_[i]);
    return around == 0;
  }

  /** Of two free places. */
  bool isClear(Place a, Place b) const {
    bool isHit = false;
    walk(a, b, [&](int cell) {
      for (int i = starts_[cell]; i < starts_[cell + 1]; i++)
        if (areCrossing(a, b, inCells_[i])) return isHit = true;
      return false;
    });
    return !isHit;
  }

private:
  /** How many shapes more one is in behind an edge: one, one less, or none where one does not pass it. Half open, so that a corner on the way counts once. */
  static int crossed(Place p, Place q, const Edge &edge) {
    const bool sideA = cross(p, q, edge.a) > 0, sideB = cross(p, q, edge.b) > 0;
    if (sideA == sideB) return 0;
    const bool isLeftBefore = cross(edge.a, edge.b, p) > 0, isLeftAfter = cross(edge.a, edge.b, q) > 0;
    return isLeftAfter - isLeftBefore;
  }

  int shapesAround(Place p) const {
    int around = 0;
    for (const auto &[a, b] : scene_.edges) {
      if ((a.y > p.y) == (b.y > p.y) || p.x >= a.x + (p.y - a.y) / (b.y - a.y) * (b.x - a.x)) continue;
      around += b.y > a.y ? 1 : -1;
    }
    return around;
  }

  int columnOf(double x) const { return std::clamp(static_cast<int>((x - scene_.low.x) / cell_), 0, columns_ - 1); }
  int rowOf(double y) const { return std::clamp(static_cast<int>((y - scene_.low.y) / cell_), 0, rows_ - 1); }
  Place centreOf(int column, int row) const { return {scene_.low.x + (column + 0.5) * cell_, scene_.low.y + (row + 0.5) * cell_}; }

  /** All cells that a segment passes, until `visit` is true. */
  template <typename Visit> void walk(Place a, Place b, Visit visit) const {
    int column = columnOf(a.x), row = rowOf(a.y);
    const int lastColumn = columnOf(b.x), lastRow = rowOf(b.y);
    const double dx = b.x - a.x, dy = b.y - a.y;
    const int stepX = dx > 0 ? 1 : -1, stepY = dy > 0 ? 1 : -1;
    const double perX = dx != 0 ? std::abs(cell_ / dx) : INFINITY, perY = dy != 0 ? std::abs(cell_ / dy) : INFINITY;
    double nextX = dx != 0 ? std::abs((scene_.low.x + (column + (dx > 0)) * cell_ - a.x) / dx) : INFINITY;
    double nextY = dy != 0 ? std::abs((scene_.low.y + (row + (dy > 0)) * cell_ - a.y) / dy) : INFINITY;
    for (int steps = std::abs(lastColumn - column) + std::abs(lastRow - row);; steps--) {
      if (visit(row * columns_ + column) || steps <= 0) return;
      if ((nextX < nextY && column != lastColumn) || row == lastRow) {
        column += stepX;
        nextX += perX;
      } else {
        row += stepY;
        nextY += perY;
      }
    }
  }

  const Scene &scene_;
  double cell_;
  int columns_, rows_;
  std::vector<int> starts_;
  std::vector<Edge> inCells_;
  std::vector<int> aroundCentre_;
};

Place placeOf(const ob::State *state) {
  const auto *values = state->as<ob::RealVectorStateSpace::StateType>()->values;
  return {values[0], values[1]};
}

class Validity : public ob::StateValidityChecker {
public:
  Validity(const ob::SpaceInformationPtr &si, const FreeSpace &space) : StateValidityChecker(si), space_(space) {}
  bool isValid(const ob::State *state) const override { return space_.isFree(placeOf(state)); }

private:
  const FreeSpace &space_;
};

class Motions : public ob::MotionValidator {
public:
  Motions(const ob::SpaceInformationPtr &si, const FreeSpace &space) : MotionValidator(si), space_(space) {}
  bool checkMotion(const ob::State *from, const ob::State *to) const override {
    const Place end = placeOf(to);
    return space_.isFree(end) && space_.isClear(placeOf(from), end);
  }
  bool checkMotion(const ob::State *from, const ob::State *to, std::pair<ob::State *, double> &lastValid) const override {
    if (checkMotion(from, to)) return true;
    if (lastValid.first != nullptr) si_->copyState(lastValid.first, from);
    lastValid.second = 0;
    return false;
  }

private:
  const FreeSpace &space_;
};

struct Problem {
  ob::SpaceInformationPtr si;
  ob::ProblemDefinitionPtr definition;
};

Problem problemOf(const Scene &scene, const FreeSpace &space, double withinM) {
  auto states = std::make_shared<ob::RealVectorStateSpace>(2);
  ob::RealVectorBounds bounds(2);
  bounds.setLow(0, scene.low.x);
  bounds.setLow(1, scene.low.y);
  bounds.setHigh(0, scene.high.x);
  bounds.setHigh(1, scene.high.y);
  states->setBounds(bounds);
  auto si = std::make_shared<ob::SpaceInformation>(states);
  si->setStateValidityChecker(std::make_shared<Validity>(si, space));
  si->setMotionValidator(std::make_shared<Motions>(si, space));
  si->setup();
  auto definition = std::make_shared<ob::ProblemDefinition>(si);
  ob::ScopedState<ob::RealVectorStateSpace> start(states), goal(states);
  start[0] = scene.from.x, start[1] = scene.from.y;
  goal[0] = scene.to.x, goal[1] = scene.to.y;
  definition->setStartAndGoalStates(start, goal, 1e-6);
  auto objective = std::make_shared<ob::PathLengthOptimizationObjective>(si);
  objective->setCostThreshold(ob::Cost(withinM));
  definition->setOptimizationObjective(objective);
  return {si, definition};
}

void roadmap(const Scene &scene, const FreeSpace &space, unsigned long milestones, unsigned neighbours) {
  const auto problem = problemOf(scene, space, 0);
  og::PRM prm(problem.si);
  prm.setProblemDefinition(problem.definition);
  prm.setMaxNearestNeighbors(neighbours);
  prm.setup();
  const double before = processorSeconds();
  prm.growRoadmap(ob::PlannerTerminationCondition([&] { return prm.milestoneCount() >= milestones; }));
  const double seconds = processorSeconds() - before;
  std::printf("{\"milestones\":%lu,\"edges\":%lu,\"processorMs\":%.3f}\n", prm.milestoneCount(), prm.edgeCount(), seconds * 1000);
}

ob::PlannerPtr plannerOf(const std::string &name, const ob::SpaceInformationPtr &si) {
  if (name == "RRTstar") return std::make_shared<og::RRTstar>(si);
  if (name == "InformedRRTstar") return std::make_shared<og::InformedRRTstar>(si);
  if (name == "RRTsharp") return std::make_shared<og::RRTsharp>(si);
  if (name == "BITstar") return std::make_shared<og::BITstar>(si);
  if (name == "ABITstar") return std::make_shared<og::ABITstar>(si);
  if (name == "AITstar") return std::make_shared<og::AITstar>(si);
  if (name == "PRMstar") return std::make_shared<og::PRMstar>(si);
  if (name == "LazyPRMstar") return std::make_shared<og::LazyPRMstar>(si);
  if (name == "RRTConnect") return std::make_shared<og::RRTConnect>(si);
  throw std::runtime_error(name + " is no planner that this program knows");
}

double lengthOf(const Problem &problem) {
  const auto path = problem.definition->getSolutionPath();
  return path && problem.definition->hasExactSolution() ? path->length() : INFINITY;
}

struct Found {
  double lengthM, seconds;
};

/** Anytime planners end by themselves when the path is as short as was asked for. */
Found solveOnce(const Scene &scene, const FreeSpace &space, const std::string &name, double withinM, double limitS) {
  const auto problem = problemOf(scene, space, withinM);
  const auto planner = plannerOf(name, problem.si);
  planner->setProblemDefinition(problem.definition);
  const double before = processorSeconds();
  planner->setup();
  planner->solve(after(limitS));
  return {lengthOf(problem), processorSeconds() - before};
}

/** Those that sample once and do not go on: with twice as many samples each time, until that was enough. */
template <typename Tree> Found solveInBatches(const Scene &scene, const FreeSpace &space, double withinM, double limitS) {
  const double begin = processorSeconds();
  for (unsigned samples = 50;; samples *= 2) {
    const auto problem = problemOf(scene, space, withinM);
    Tree planner(problem.si);
    planner.setNumSamples(samples);
    planner.setProblemDefinition(problem.definition);
    planner.setup();
    planner.solve(after(begin + limitS - processorSeconds()));
    const Found found{lengthOf(problem), processorSeconds() - begin};
    if (found.lengthM <= withinM || found.seconds > limitS) return found;
  }
}

/** As OMPL's users do it who want a short path soon: the first path that is found, made shorter; again when that was not enough. */
Found solveAndSimplify(const Scene &scene, const FreeSpace &space, double withinM, double limitS) {
  const auto problem = problemOf(scene, space, withinM);
  const auto planner = plannerOf("RRTConnect", problem.si);
  planner->setProblemDefinition(problem.definition);
  const double before = processorSeconds();
  planner->setup();
  double best = INFINITY;
  while (best > withinM && processorSeconds() - before < limitS) {
    planner->clear();
    problem.definition->clearSolutionPaths();
    if (planner->solve(after(before + limitS - processorSeconds())) != ob::PlannerStatus::EXACT_SOLUTION) continue;
    auto path = *problem.definition->getSolutionPath()->as<og::PathGeometric>();
    og::PathSimplifier simplifier(problem.si);
    simplifier.shortcutPath(path);
    simplifier.reduceVertices(path);
    best = std::min(best, path.length());
  }
  return {best, processorSeconds() - before};
}

void solve(const Scene &scene, const FreeSpace &space, const std::string &name, double withinM, double limitS) {
  const Found found = name == "FMT"                    ? solveInBatches<og::FMT>(scene, space, withinM, limitS)
                      : name == "BFMT"                 ? solveInBatches<og::BFMT>(scene, space, withinM, limitS)
                      : name == "RRTConnectSimplified" ? solveAndSimplify(scene, space, withinM, limitS)
                                                       : solveOnce(scene, space, name, withinM, limitS);
  const bool isFound = found.lengthM <= withinM;
  std::printf("{\"isFound\":%s,\"lengthM\":%.6f,\"processorMs\":%.3f}\n", isFound ? "true" : "false",
              std::isfinite(found.lengthM) ? found.lengthM : -1.0, found.seconds * 1000);
}

} // namespace

int main(int count, char **words) {
  try {
    const std::vector<std::string> said(words + 1, words + count);
    const bool isRoadmap = said.size() == 6 && said[0] == "roadmap", isSolve = said.size() == 7 && said[0] == "solve";
    if (!isRoadmap && !isSolve)
      throw std::runtime_error("say roadmap SCENE MILESTONES NEIGHBOURS TIMES SEED or solve SCENE PLANNER WITHIN_M LIMIT_S TIMES SEED");
    ompl::msg::setLogLevel(ompl::msg::LOG_ERROR);
    ompl::RNG::setSeed(std::stoul(said.back()));
    const Scene scene = readScene(said[1]);
    const FreeSpace space(scene);
    if (!space.isFree(scene.from) || !space.isFree(scene.to)) throw std::runtime_error(said[1] + ": start or goal is not free");
    const unsigned long all = std::stoul(said[said.size() - 2]);
    if (isSolve) endAfter(2 + 1.5 * std::stod(said[4]) * all);
    for (unsigned long times = all; times > 0; times--) {
      if (isRoadmap) roadmap(scene, space, std::stoul(said[2]), std::stoul(said[3]));
      else solve(scene, space, said[2], std::stod(said[3]), std::stod(said[4]));
    }
    return 0;
  } catch (const std::exception &error) {
    std::cerr << "ompl-planners: " << error.what() << "\n";
    return 1;
  }
}

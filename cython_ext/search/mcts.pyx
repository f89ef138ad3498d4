"""Monte Carlo tree search with vector back-up, chance nodes and proven values.

Sources: UCB1 in trees (Kocsis and Szepesvari 2006); back-up of one utility a seat, max^n
(Sturtevant 2008, "An analysis of UCT in multi-player games"); proven values, MCTS-Solver
(Winands, Bjornsson and Saito 2008), here for whole value vectors so that ties, margins,
chance nodes and more than two seats are covered; progressive unpruning (Chaslot et al. 2008,
"Progressive strategies for Monte-Carlo tree search"), here by the game's estimate.

All memory is one arena. Nodes grow from its beginning, proofs from its end:

    | node 0 = root | children of root | children of ... | -> free <- | proof 2 | proof 1 |

The children of a node lie side by side. A proof is `2 * seats` doubles: the exact
return of every seat, then the exact margin of every seat.
"""
from libc.math cimport INFINITY, fabs, logf, sqrtf
from libc.stdint cimport int32_t, int64_t, uint32_t, uint64_t
from libc.stdlib cimport free, malloc
from libc.string cimport memcpy, memset

from springtail.cython_ext.arena cimport arena_free, arena_new
from springtail.cython_ext.clock cimport seconds_now
from springtail.cython_ext.game cimport State
from springtail.cython_ext.rng cimport Rng, rng_below
from springtail.cython_ext.rules cimport CHANCE, MAX_SEATS, MAX_STATE_WORDS, OVER, Action, Rules, margin, random_playout
from springtail.cython_ext.search.tally cimport Objective, Tally, add_simulation, root_row, to_list, utility

from springtail.cython_ext.errors import InvalidLimit, Unsupported
from springtail.cython_ext.game import seed_words

cdef enum:
    ROOT = 0
    LEAF = 0                # Node.first: no children yet
    UNPROVEN = 0            # Node.proof
    NATURE = 15             # chooser of a chance outcome
    ACTION_BITS = 24
    CHOOSER_MASK = 15
    LAST_CHILD = 1 << 28
    MARKED = 1 << 29        # survives `advance`
    SIMULATIONS_A_LOOK = 8  # simulations between two looks at the clock

# Two returns nearer than this are equal: a proven expectation carries rounding, single returns do not.
cdef double SAME = 1e-9

cdef struct Node:
    double total        # utility of the chooser summed over visits; for a chance outcome, its weight
    uint32_t visits
    uint32_t first      # index of the first child or LEAF
    uint32_t proof      # number of the proof or UNPROVEN
    uint32_t link       # action, chooser << ACTION_BITS, LAST_CHILD, MARKED


cdef inline Action action_of(const Node *node) noexcept nogil:
    return <Action>(node.link & ((1 << ACTION_BITS) - 1))


cdef inline int chooser_of(const Node *node) noexcept nogil:
    return <int>(node.link >> ACTION_BITS & CHOOSER_MASK)


cdef class Tree:
    """One search tree. Single-threaded; several trees may run in several threads."""

    cdef State root
    cdef const Rules *rules
    cdef unsigned char *arena
    cdef size_t arena_bytes
    cdef Node *nodes
    cdef uint32_t size              # nodes in use
    cdef uint32_t proofs            # proofs in use, numbered from 1
    cdef Tally *tallies             # [child of root]
    cdef int root_children
    cdef uint32_t *path             # [ply]
    cdef Action *actions            # [most_actions], scratch
    cdef uint32_t *weights          # [most_actions], scratch
    cdef double *promises           # [most_actions], scratch
    cdef uint64_t scratch[MAX_STATE_WORDS]
    cdef uint64_t trial[MAX_STATE_WORDS]
    cdef Rng ordering
    cdef Rng chance
    cdef Rng rollout
    cdef float exploration
    cdef Objective objective
    cdef bint by_estimate
    cdef float widening
    cdef int32_t highest_margin[MAX_SEATS]
    cdef bint margin_bounded
    cdef readonly int64_t simulations
    cdef readonly int depth
    cdef readonly bint full

    def __cinit__(self, State root not None, *, seed, size_t memory_bytes, double exploration, double margin_weight,
                  bint by_margin, bint by_estimate, double widening=0, bint open_hands=False):
        """Take a decision node and the settings.

        Args:
            root: where to search from.
            seed: anything numpy's SeedSequence takes, or a SeedSequence.
            memory_bytes: size of the arena; all the memory that grows with the search.
            exploration: constant of UCB1, for utilities from -1 to 1.
            margin_weight: share of the margin in the utility, 0 to 1, to break ties between equal returns.
            by_margin: make the margin the whole utility.
            by_estimate: value leaves by the game's static estimate instead of a playout.
            widening: a decision node with n visits has this times sqrt(n) of its actions open, those that the game's
                estimate likes best; 0 is all of them.
            open_hands: search a game with hidden information as if all of it were seen.

        Raises:
            Unsupported: when the game hides something and `open_hands` is not set, when it has no estimate and
                one is asked for, or when no seat has to move.
            InvalidLimit: when the arena cannot hold the root, or cannot be had.
        """
        cdef const Rules *rules = &root.game.rules
        cdef int32_t least
        if rules.redeal != NULL and not open_hands:
            raise Unsupported(f"mcts: {root.game.id} has hidden information, which this search would look at")
        if (by_estimate or widening) and rules.estimate == NULL:
            raise Unsupported(f"mcts: {root.game.id} has no static estimate")
        if root.current_player() < 0:
            raise Unsupported("mcts: no seat has to move in this position")
        self.root = root.clone()
        self.rules = rules
        self.arena_bytes = memory_bytes & ~<size_t>7
        self.arena = <unsigned char *>arena_new(self.arena_bytes)
        self.tallies = <Tally *>malloc(rules.most_actions * sizeof(Tally))
        self.path = <uint32_t *>malloc((rules.longest_game + 2) * sizeof(uint32_t))
        self.actions = <Action *>malloc(rules.most_actions * sizeof(Action))
        self.weights = <uint32_t *>malloc(rules.most_actions * sizeof(uint32_t))
        self.promises = <double *>malloc(rules.most_actions * sizeof(double))
        if not (self.tallies and self.path and self.actions and self.weights and self.promises):
            raise MemoryError
        if not self.arena:
            raise InvalidLimit(f"memory_mb: {memory_bytes} bytes are more than this machine gives")
        self.nodes = <Node *>self.arena
        self.ordering.state, self.chance.state, self.rollout.state = seed_words(seed, 3)
        self.exploration = exploration
        self.objective = Objective(by_margin, margin_weight, 1 / rules.margin_scale)
        self.by_estimate = by_estimate
        self.widening = widening
        self.margin_bounded = rules.bounds != NULL
        if self.margin_bounded:
            for seat in range(rules.seats):
                rules.bounds(rules, self.root.data, seat, &least, &self.highest_margin[seat])
        self.plant()

    def __dealloc__(self):
        arena_free(self.arena, self.arena_bytes)
        free(self.tallies)
        free(self.path)
        free(self.actions)
        free(self.weights)
        free(self.promises)

    cdef int plant(self) except -1:
        """Start an empty tree at the root state."""
        self.size = 0
        self.proofs = 0
        if self.room() >= sizeof(Node):
            self.size = 1
            memset(&self.nodes[ROOT], 0, sizeof(Node))
            self.nodes[ROOT].link = LAST_CHILD | NATURE << ACTION_BITS
        if self.size == 0 or not self.expand(ROOT, self.root.data, self.root.current_player()):
            raise InvalidLimit(
                f"memory_mb: {self.arena_bytes} bytes cannot hold the first moves of {self.root.game.id}"
            )
        self.open_tallies()
        return 0

    cdef void open_tallies(self) noexcept nogil:
        """Count the children of the root and set their tallies to nothing."""
        self.root_children = 1
        while not self.nodes[self.nodes[ROOT].first + self.root_children - 1].link & LAST_CHILD:
            self.root_children += 1
        memset(self.tallies, 0, self.root_children * sizeof(Tally))

    cdef inline size_t proof_bytes(self) noexcept nogil:
        return 2 * self.rules.seats * sizeof(double)

    cdef inline size_t room(self) noexcept nogil:
        """Bytes of the arena not yet in use."""
        return self.arena_bytes - self.size * sizeof(Node) - self.proofs * self.proof_bytes()

    cdef inline double *proof(self, uint32_t number) noexcept nogil:
        """The returns, then the margins, of all seats."""
        return <double *>(self.arena + self.arena_bytes - number * self.proof_bytes())

    cdef bint expand(self, uint32_t at, const void *state, int mover) noexcept nogil:
        """Give a node its children, in random order or the likely best first; False when the arena has no room or the
        outcomes no numbers."""
        cdef int count, place, other
        cdef Action action
        cdef Node *child
        if mover == CHANCE:
            if self.rules.outcomes == NULL:
                return False
            count = self.rules.outcomes(self.rules, state, self.actions, self.weights)
        else:
            count = self.rules.legal(self.rules, state, self.actions)
            for place in range(count - 1, 0, -1):
                other = <int>rng_below(&self.ordering, <uint32_t>(place + 1))
                action = self.actions[place]
                self.actions[place] = self.actions[other]
                self.actions[other] = action
            if self.widening:
                self.sort_by_estimate(state, mover, count)
        if self.room() < count * sizeof(Node):
            self.full = True
            return False
        self.nodes[at].first = self.size
        for place in range(count):
            child = &self.nodes[self.size]
            child.total = self.weights[place] if mover == CHANCE else 0
            child.visits = 0
            child.first = LEAF
            child.proof = UNPROVEN
            child.link = <uint32_t>self.actions[place] | <uint32_t>(NATURE if mover == CHANCE else mover) << ACTION_BITS
            self.size += 1
        self.nodes[self.size - 1].link |= LAST_CHILD
        return True

    cdef void sort_by_estimate(self, const void *state, int mover, int count) noexcept nogil:
        """Put first what the game's estimate likes best for the mover."""
        cdef void *child = <void *>self.trial
        cdef int32_t scores[MAX_SEATS]
        cdef double returns[MAX_SEATS]
        cdef double promise
        cdef Action action
        cdef int at, place
        for at in range(count):
            action = self.actions[at]
            memcpy(child, state, self.rules.state_bytes)
            self.rules.play(self.rules, child, action)
            if self.rules.mover(self.rules, child) == OVER:
                self.rules.results(self.rules, child, scores, returns)
            else:
                self.rules.estimate(self.rules, child, returns)
            promise = returns[mover]
            place = at
            while place > 0 and self.promises[place - 1] < promise:
                self.promises[place] = self.promises[place - 1]
                self.actions[place] = self.actions[place - 1]
                place -= 1
            self.promises[place] = promise
            self.actions[place] = action

    cdef uint32_t select(self, uint32_t at) noexcept nogil:
        """Return the child of a decision node with the highest upper confidence bound; open unvisited ones first."""
        cdef uint32_t child = self.nodes[at].first, best = child
        cdef float spread = self.exploration * self.exploration * logf(<float>self.nodes[at].visits)
        cdef float open = self.widening * sqrtf(<float>self.nodes[at].visits)
        cdef float bound, share, highest = -INFINITY
        cdef Node *node
        while True:
            node = &self.nodes[child]
            if node.visits == 0:
                if best == child or not self.widening or child - self.nodes[at].first < open:
                    return child
                return best
            share = <float>1 / <float>node.visits
            bound = <float>node.total * share
            if node.proof == UNPROVEN:
                bound += sqrtf(spread * share)
            if bound > highest:
                highest = bound
                best = child
            if node.link & LAST_CHILD:
                return best
            child += 1

    cdef uint32_t child_with(self, uint32_t at, Action action) noexcept nogil:
        """Return the child reached by an action, which exists."""
        cdef uint32_t child = self.nodes[at].first
        while action_of(&self.nodes[child]) != action:
            child += 1
        return child

    cdef void evaluate(self, void *state, double *returns, double *margins) noexcept nogil:
        """Value a leaf for all seats; the state is used up."""
        cdef int32_t scores[MAX_SEATS]
        cdef int seat
        if self.by_estimate:
            self.rules.results(self.rules, state, scores, returns)
            self.rules.estimate(self.rules, state, returns)
        else:
            random_playout(self.rules, state, &self.rollout, self.actions)
            self.rules.results(self.rules, state, scores, returns)
        for seat in range(self.rules.seats):
            margins[seat] = margin(self.rules, scores, seat)

    cdef bint prove(self, uint32_t at, const double *returns, const double *margins) noexcept nogil:
        """Mark a node as having these exact values; False when the arena has no room."""
        cdef int seats = self.rules.seats, chooser
        cdef Node *node = &self.nodes[at]
        if self.room() < self.proof_bytes():
            self.full = True
            return False
        self.proofs += 1
        memcpy(self.proof(self.proofs), returns, seats * sizeof(double))
        memcpy(self.proof(self.proofs) + seats, margins, seats * sizeof(double))
        node.proof = self.proofs
        chooser = chooser_of(node)
        if chooser != NATURE:
            node.total = node.visits * utility(&self.objective, returns[chooser], margins[chooser])
        return True

    cdef inline int compare(self, const double *first, const double *second, int seat) noexcept nogil:
        """Return 1, 0 or -1: whether a seat likes the first proof better than the second."""
        cdef int seats = self.rules.seats
        if not self.objective.by_margin and first[seat] - second[seat] > SAME:
            return 1
        if not self.objective.by_margin and second[seat] - first[seat] > SAME:
            return -1
        if first[seats + seat] - second[seats + seat] > SAME:
            return 1
        return -1 if second[seats + seat] - first[seats + seat] > SAME else 0

    cdef bint deduce(self, uint32_t at) noexcept nogil:
        """Prove a node from its children if they suffice."""
        cdef double values[2 * MAX_SEATS]
        cdef double weight = 0
        cdef uint32_t child = self.nodes[at].first
        cdef int seats = self.rules.seats, chooser = chooser_of(&self.nodes[child]), entry, order
        cdef const double *best = NULL
        cdef const double *other
        cdef bint complete = True, ambiguous = False
        memset(values, 0, sizeof(values))
        while True:
            if self.nodes[child].proof == UNPROVEN:
                complete = False
                if chooser == NATURE:
                    return False
            else:
                other = self.proof(self.nodes[child].proof)
                if chooser == NATURE:
                    weight += self.nodes[child].total
                    for entry in range(2 * seats):
                        values[entry] += self.nodes[child].total * other[entry]
                else:
                    order = 1 if best == NULL else self.compare(other, best, chooser)
                    if order > 0:
                        best = other
                        ambiguous = False
                    elif order == 0:
                        for entry in range(2 * seats):
                            ambiguous = ambiguous or fabs(other[entry] - best[entry]) > SAME
            if self.nodes[child].link & LAST_CHILD:
                break
            child += 1
        if chooser == NATURE:
            for entry in range(2 * seats):
                values[entry] /= weight
            return self.prove(at, values, values + seats)
        if not complete:
            # A win by the highest margin there is needs no look at the other children.
            if best == NULL or not self.margin_bounded or best[seats + chooser] < self.highest_margin[chooser]:
                return False
            if not self.objective.by_margin and best[chooser] < 1:
                return False
        # With three seats or more, equal for the chooser may be different for others: then nothing is proven.
        if ambiguous:
            return False
        memcpy(values, best, 2 * seats * sizeof(double))
        return self.prove(at, values, values + seats)

    cdef void simulate(self, uint32_t forced) noexcept nogil:
        """One iteration: descent, leaf value, back-up. `forced`: a child of the root to go through, or LEAF."""
        cdef int seats = self.rules.seats, mover, seat, depth = 0, step
        cdef uint32_t at = ROOT
        cdef Action action
        cdef void *state = <void *>self.scratch
        cdef int32_t scores[MAX_SEATS]
        cdef double returns[MAX_SEATS]
        cdef double margins[MAX_SEATS]
        cdef double utilities[NATURE + 1]
        cdef const double *exact
        cdef Node *node
        cdef bint proven = False
        memcpy(state, self.root.data, self.rules.state_bytes)
        self.path[0] = ROOT

        # 1. Descend to a leaf, a proven node or the end of the game.
        while True:
            node = &self.nodes[at]
            if node.proof != UNPROVEN and at != ROOT:
                exact = self.proof(node.proof)
                memcpy(returns, exact, seats * sizeof(double))
                memcpy(margins, exact + seats, seats * sizeof(double))
                break
            mover = self.rules.mover(self.rules, state)
            if mover == OVER:
                self.rules.results(self.rules, state, scores, returns)
                for seat in range(seats):
                    margins[seat] = margin(self.rules, scores, seat)
                proven = self.prove(at, returns, margins)
                break
            if node.first == LEAF and (
                node.visits == 0 or depth >= self.rules.longest_game or not self.expand(at, state, mover)
            ):
                self.evaluate(state, returns, margins)
                break
            if mover == CHANCE:
                action = self.rules.roll(self.rules, state, &self.chance)
                at = self.child_with(at, action)
            else:
                at = forced if at == ROOT and forced != LEAF else self.select(at)
                self.rules.play(self.rules, state, action_of(&self.nodes[at]))
            depth += 1
            self.path[depth] = at

        # 2. Back up the values of all seats.
        for seat in range(seats):
            utilities[seat] = utility(&self.objective, returns[seat], margins[seat])
        utilities[NATURE] = 0
        for step in range(depth + 1):
            node = &self.nodes[self.path[step]]
            node.visits += 1
            node.total += utilities[chooser_of(node)]
        add_simulation(&self.tallies[self.path[1] - self.nodes[ROOT].first], seats, returns, margins)

        # 3. Back up the proof.
        if proven:
            step = depth - 1
            while step >= 0 and self.deduce(self.path[step]):
                step -= 1
        self.simulations += 1
        self.depth = max(self.depth, depth)

    cdef int untallied(self) noexcept nogil:
        """Return the root child without a tally that has most visits from an earlier search, or -1."""
        cdef int child, found = -1
        cdef const Node *node = &self.nodes[self.nodes[ROOT].first]
        for child in range(self.root_children):
            if self.tallies[child].visits == 0 and (found < 0 or node[child].visits > node[found].visits):
                found = child
        return found

    def run(self, *, int64_t simulations, double seconds, int64_t nodes, int depth):
        """Simulate, without the GIL, until one of the limits is reached or the root is proven.

        Args:
            simulations: at most so many more.
            seconds: for at most so long.
            nodes: until the tree has so many nodes.
            depth: until the tree has a line of so many plies.
        """
        cdef double deadline
        cdef int child
        cdef int64_t done = 0
        with nogil:
            deadline = seconds_now() + seconds
            child = self.untallied()
            while child >= 0 and done < simulations and (done == 0 or seconds_now() < deadline):
                self.simulate(self.nodes[ROOT].first + child)
                done += 1
                child = self.untallied()
            # Not before every root action was looked at, and by the simulations of all runs together: the tree must not
            # depend on where the clock cuts a run.
            while child < 0 and done < simulations and self.nodes[ROOT].proof == UNPROVEN:
                if self.simulations % SIMULATIONS_A_LOOK == 0 and (
                    (done > 0 and seconds_now() >= deadline) or <int64_t>self.size >= nodes or self.depth >= depth
                ):
                    break
                self.simulate(LEAF)
                done += 1
        self.root.game.raise_failure()

    @property
    def node_count(self):
        """Nodes in the tree."""
        return self.size

    @property
    def memory_bytes(self):
        """Bytes of the arena in use."""
        return self.arena_bytes - self.room()

    @property
    def proven(self):
        """Whether the value of the root is exact."""
        return self.nodes[ROOT].proof != UNPROVEN

    def root_table(self):
        """Return a RootRow for each legal action of the root, in ascending order of action ids."""
        cdef int child
        cdef const Node *node
        rows = []
        for child in range(self.root_children):
            node = &self.nodes[self.nodes[ROOT].first + child]
            exact = None if node.proof == UNPROVEN else self.exact_values(node.proof)
            rows.append(root_row(action_of(node), node.visits, &self.tallies[child], self.rules.seats, exact))
        return sorted(rows)

    def visits(self, Action action):
        """Return how many simulations went through a root action."""
        return self.nodes[self.child_with(ROOT, action)].visits

    cdef tuple exact_values(self, uint32_t number):
        cdef const double *exact = self.proof(number)
        return to_list(exact, self.rules.seats), to_list(exact + self.rules.seats, self.rules.seats)

    def root_proof(self):
        """Return the exact values of the root as (returns, margins), each a list [seat], or None."""
        cdef uint32_t number = self.nodes[ROOT].proof
        return None if number == UNPROVEN else self.exact_values(number)

    def preferred_id(self):
        """Return the id of the action that keeps the exact value of the root, or None when that is not proven."""
        if not self.proven:
            return None
        return action_of(&self.nodes[self.favourite(ROOT)])

    def line(self, Action action):
        """Return the principal variation through a root action, as ids: proven best, else most visited, children."""
        cdef uint32_t at = self.child_with(ROOT, action)
        line = [action]
        while self.nodes[at].first != LEAF:
            at = self.favourite(at)
            if self.nodes[at].visits == 0:
                break
            line.append(action_of(&self.nodes[at]))
        return line

    cdef uint32_t favourite(self, uint32_t at) noexcept nogil:
        """The child that the play is expected to go on with; of a chance node the likeliest, then most visited."""
        cdef uint32_t child = self.nodes[at].first, best = child
        cdef int chooser = chooser_of(&self.nodes[child])
        cdef bint exact = chooser != NATURE and self.nodes[at].proof != UNPROVEN
        cdef Node *node
        cdef Node *leader
        while not self.nodes[child].link & LAST_CHILD:
            child += 1
            node = &self.nodes[child]
            leader = &self.nodes[best]
            if exact and (node.proof == UNPROVEN or leader.proof == UNPROVEN):
                if leader.proof == UNPROVEN:
                    best = child
            elif exact:
                if self.compare(self.proof(node.proof), self.proof(leader.proof), chooser) > 0:
                    best = child
            elif chooser == NATURE:
                if node.total > leader.total or (node.total == leader.total and node.visits > leader.visits):
                    best = child
            elif node.visits > leader.visits:
                best = child
        return best

    def audit(self):
        """Check the whole tree against the game; for tests and debugging.

        Raises:
            AssertionError: names the first node that breaks an invariant.
        """
        seen = self.audit_below(ROOT, self.root.clone())
        assert seen <= self.size, f"{seen} nodes reached of {self.size}"

    def audit_below(self, uint32_t at, State state):
        """Check one node and those below it; return how many they are."""
        cdef uint32_t child = self.nodes[at].first, visits = 0
        cdef State after
        if child == LEAF:
            return 1
        assert at < child < self.size, f"node {at}: children at {child}"
        expected = sorted(state.legal_action_ids() or [state.game.action_id(a) for a, _ in state.chance_weights()])
        actions, seen = [], 1
        while True:
            assert chooser_of(&self.nodes[child]) == (state.current_player() if not state.is_chance_node() else NATURE)
            actions.append(action_of(&self.nodes[child]))
            visits += self.nodes[child].visits
            if self.nodes[child].visits:
                after = state.clone()
                after.apply_action_id(action_of(&self.nodes[child]))
                seen += self.audit_below(child, after)
            else:
                assert self.nodes[child].first == LEAF and self.nodes[child].proof == UNPROVEN
                seen += 1
            assert not self.nodes[child].link & MARKED
            if self.nodes[child].link & LAST_CHILD:
                break
            child += 1
        assert sorted(actions) == expected, f"node {at}: actions {actions}, not {expected}"
        assert visits <= self.nodes[at].visits, f"node {at}: {self.nodes[at].visits} visits, its children {visits}"
        return seen

    def advance(self, list actions):
        """Make the position after these action ids the root, keeping what was learnt about it.

        Returns:
            True when the tree had that position; False when the tree was planted anew.

        Raises:
            IllegalAction: when an action cannot be played; the tree is as before.
            Unsupported: when no seat has to move afterwards; the tree is as before.
        """
        cdef State state = self.root.clone()
        cdef uint32_t at = ROOT
        cdef bint known = True
        for action in actions:
            state.apply_action(action) if isinstance(action, str) else state.apply_action_id(action)
            known = known and self.nodes[at].first != LEAF and not isinstance(action, str)
            if known:
                at = self.child_with(at, action)
        if state.current_player() < 0:
            raise Unsupported("mcts: no seat has to move in this position")
        self.root = state
        self.depth = 0
        self.simulations = 0
        self.full = False
        if not known or self.nodes[at].first == LEAF:
            self.plant()
            return False
        with nogil:
            self.compact(at)
            self.open_tallies()
        return True

    cdef void compact(self, uint32_t new_root) noexcept nogil:
        """Slide the subtree of a node to the front of the arena; proofs are dropped and found again.

        Each block of children has one parent, which lies before it. While blocks move, the first
        child holds its parent's new index in `visits`, and the parent holds those visits in `first`
        (pointer threading, after Jonkers 1979).
        """
        cdef uint32_t at, to = 1, start, parent, end
        cdef Node root = self.nodes[new_root]
        self.mark(root.first)
        root.link = LAST_CHILD | NATURE << ACTION_BITS
        root.proof = UNPROVEN
        start = root.first
        self.nodes[ROOT] = root
        self.thread(ROOT)
        at = start
        while at < self.size:
            end = at
            while not self.nodes[end].link & LAST_CHILD:
                end += 1
            end += 1
            if self.nodes[at].link & MARKED:
                parent = self.nodes[at].visits
                self.nodes[at].visits = self.nodes[parent].first
                self.nodes[parent].first = to
                self.nodes[at].link &= ~<uint32_t>MARKED
                while at < end:
                    self.nodes[to] = self.nodes[at]
                    self.nodes[to].proof = UNPROVEN
                    if self.nodes[to].first != LEAF:
                        self.thread(to)
                    to += 1
                    at += 1
            at = end
        self.size = to
        self.proofs = 0

    cdef inline void thread(self, uint32_t parent) noexcept nogil:
        cdef uint32_t child = self.nodes[parent].first
        self.nodes[parent].first = self.nodes[child].visits
        self.nodes[child].visits = parent

    cdef void mark(self, uint32_t first) noexcept nogil:
        """Mark the blocks of children below and including this one; blocks lie behind their parents' blocks."""
        cdef uint32_t at = first, child
        cdef bint marked
        self.nodes[first].link |= MARKED
        while at < self.size:
            marked = self.nodes[at].link & MARKED != 0
            while True:
                child = self.nodes[at].first
                if marked and child != LEAF:
                    self.nodes[child].link |= MARKED
                at += 1
                if self.nodes[at - 1].link & LAST_CHILD:
                    break

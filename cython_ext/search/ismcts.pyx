"""Information set Monte Carlo tree search.

Source: Cowling, Powley and Whitehouse 2012, "Information Set Monte Carlo Tree Search"
(IEEE TCIAIG 4:2): each iteration draws a world that the searching seat cannot tell from
the true one, and descends one tree through the actions that are legal in that world; an
action's bound counts how often it was available instead of how often its parent was
visited.

The search starts from an Observation. Its state has been concealed, so there is nothing
that the search could look at, and each iteration deals it anew.

Single observer: nodes are the action sequences after the root, as the searching seat sees
them. Multi observer: a node is an information set of the seat that moves there, found
through an index by its key, so that every seat decides on what it knows itself.

A chance event with numbered outcomes leads to a node for each thing that the searching
seat may see of it. An unnumbered one, a new deal, never comes twice: there the descent
ends and a playout begins.

All memory is one arena: nodes from its beginning, the index (multi observer only) at its end.
"""
from libc.math cimport INFINITY, logf, sqrtf
from libc.stdint cimport int32_t, int64_t, uint32_t, uint64_t
from libc.stdlib cimport free, malloc
from libc.string cimport memcpy, memset

from springtail.cython_ext.arena cimport arena_free, arena_new
from springtail.cython_ext.bits cimport mix
from springtail.cython_ext.clock cimport seconds_now
from springtail.cython_ext.game cimport Observation, State
from springtail.cython_ext.rng cimport Rng, rng_below
from springtail.cython_ext.rules cimport (
    CHANCE, MAX_SEATS, MAX_STATE_WORDS, OVER, UNNUMBERED, Action, Rules, margin, random_playout,
)
from springtail.cython_ext.search.tally cimport Objective, Tally, add_simulation, root_row, utility

from springtail.cython_ext.errors import InvalidLimit, Unsupported
from springtail.cython_ext.game import seed_words

cdef enum:
    ROOT = 0
    NONE = 0                # Node.child, Node.sibling: there is none
    NATURE = 15             # chooser of a chance outcome
    ACTION_BITS = 24
    CHOOSER_MASK = 15
    SIMULATIONS_A_LOOK = 8  # simulations between two looks at the clock
    LOGARITHMS = 4096

cdef float LOGARITHM[LOGARITHMS]
cdef int _count
for _count in range(LOGARITHMS):
    LOGARITHM[_count] = logf(<float>_count) if _count else 0

cdef struct Node:
    double total        # utility of the chooser summed over visits
    uint64_t seen       # chance outcomes and information sets: the key of what is seen; else 0
    uint32_t visits
    uint32_t available  # iterations in which the action was legal
    uint32_t child      # first child or NONE
    uint32_t sibling    # next child of the same parent or NONE
    uint32_t link       # action, chooser << ACTION_BITS


cdef inline float logarithm(uint32_t count) noexcept nogil:
    return LOGARITHM[count] if count < LOGARITHMS else logf(<float>count)


cdef inline Action action_of(const Node *node) noexcept nogil:
    return <Action>(node.link & ((1 << ACTION_BITS) - 1))


cdef inline int chooser_of(const Node *node) noexcept nogil:
    return <int>(node.link >> ACTION_BITS & CHOOSER_MASK)


cdef class InformationTree:
    """One search tree over information sets. Single-threaded; several trees may run in several threads."""

    cdef Observation observation
    cdef State root                 # concealed
    cdef const Rules *rules
    cdef int seat
    cdef unsigned char *arena
    cdef size_t arena_bytes
    cdef Node *nodes
    cdef uint32_t size              # nodes in use
    cdef uint32_t capacity
    cdef uint32_t *index            # multi observer: open addressing, node numbers by key of information set
    cdef uint32_t index_mask        # 0: single observer
    cdef Action *root_actions       # [root_count], ascending
    cdef Tally *tallies             # [root_count]
    cdef int root_count
    cdef uint32_t *path             # [ply]
    cdef Action *actions            # [most_actions], scratch
    cdef uint32_t *stamps           # [action]: marks of the last legality test
    cdef uint32_t stamp
    cdef uint64_t scratch[MAX_STATE_WORDS]
    cdef Rng deals
    cdef Rng chance
    cdef Rng rollout
    cdef float exploration
    cdef Objective objective
    cdef readonly int64_t simulations
    cdef readonly int depth
    cdef readonly bint full

    def __cinit__(self, Observation observation not None, *, seed, size_t memory_bytes, double exploration,
                  double margin_weight, bint by_margin, bint multi_observer):
        """Take what a seat knows, and the settings.

        Args:
            observation: of the seat that moves.
            seed: anything numpy's SeedSequence takes, or a SeedSequence.
            memory_bytes: size of the arena; all the memory that grows with the search.
            exploration: constant of UCB1, for utilities from -1 to 1.
            margin_weight: share of the margin in the utility, 0 to 1, to break ties between equal returns.
            by_margin: make the margin the whole utility.
            multi_observer: let every seat decide on its own information sets.

        Raises:
            Unsupported: when the game hides nothing that could be dealt anew, or the seat does not move.
            InvalidLimit: when the arena cannot hold the first moves.
        """
        cdef const Rules *rules = &observation.game.rules
        cdef size_t index_entries = 1
        if rules.redeal == NULL:
            raise Unsupported(f"ismcts: {observation.game.id} hides nothing; use mcts")
        self.observation = observation
        self.root = observation.concealed
        self.seat = observation.seat
        if self.root.current_player() != self.seat:
            raise Unsupported(f"ismcts: seat {self.seat} does not move in this position")
        self.rules = rules
        self.arena_bytes = memory_bytes & ~<size_t>7
        self.arena = <unsigned char *>arena_new(self.arena_bytes)
        self.root_actions = <Action *>malloc(rules.most_actions * sizeof(Action))
        self.tallies = <Tally *>malloc(rules.most_actions * sizeof(Tally))
        self.path = <uint32_t *>malloc((rules.longest_game + 2) * sizeof(uint32_t))
        self.actions = <Action *>malloc(rules.most_actions * sizeof(Action))
        self.stamps = <uint32_t *>malloc(rules.actions * sizeof(uint32_t))
        if not (self.arena and self.root_actions and self.tallies and self.path and self.actions and self.stamps):
            raise MemoryError
        memset(self.stamps, 0, rules.actions * sizeof(uint32_t))
        self.nodes = <Node *>self.arena
        self.deals.state, self.chance.state, self.rollout.state = seed_words(seed, 3)
        self.exploration = exploration
        self.objective = Objective(by_margin, margin_weight, 1 / rules.margin_scale)
        self.root_count = rules.legal(rules, self.root.data, self.root_actions)
        memset(self.tallies, 0, self.root_count * sizeof(Tally))
        if multi_observer:
            # Each information set has at least one action below it, so half as many sets as nodes, half full.
            while (index_entries * 2) * (sizeof(Node) + sizeof(uint32_t)) <= self.arena_bytes:
                index_entries *= 2
            self.index_mask = <uint32_t>(index_entries - 1)
            self.index = <uint32_t *>(self.arena + self.arena_bytes - index_entries * sizeof(uint32_t))
            memset(self.index, 0, index_entries * sizeof(uint32_t))
        self.capacity = <uint32_t>min(
            (self.arena_bytes - (index_entries * sizeof(uint32_t) if multi_observer else 0)) // sizeof(Node), 1 << 31
        )
        if self.capacity < <uint32_t>self.root_count + 1:
            raise InvalidLimit(f"memory_mb: {memory_bytes} bytes cannot hold the first moves of {observation.game.id}")
        memset(&self.nodes[ROOT], 0, sizeof(Node))
        self.nodes[ROOT].link = NATURE << ACTION_BITS
        self.size = 1

    def __dealloc__(self):
        arena_free(self.arena, self.arena_bytes)
        free(self.root_actions)
        free(self.tallies)
        free(self.path)
        free(self.actions)
        free(self.stamps)

    cdef uint32_t add_node(self) noexcept nogil:
        """Return a new blank node, or NONE when the arena is full."""
        if self.size >= self.capacity:
            self.full = True
            return NONE
        memset(&self.nodes[self.size], 0, sizeof(Node))
        self.size += 1
        return self.size - 1

    cdef uint32_t add_child(self, uint32_t at, uint32_t link, uint64_t seen) noexcept nogil:
        """Return a new first child of a node, or NONE when the arena is full."""
        cdef uint32_t child = self.add_node()
        if child != NONE:
            self.nodes[child].link = link
            self.nodes[child].seen = seen
            self.nodes[child].sibling = self.nodes[at].child
            self.nodes[at].child = child
        return child

    cdef uint32_t choose(self, uint32_t at, const void *state, int mover, bint *is_new) noexcept nogil:
        """Return the child of a decision node to go to in this world: an untried action, or the highest bound.

        NONE when an untried action finds the arena full and no tried one is legal.
        """
        cdef int legal = self.rules.legal(self.rules, state, self.actions), place = 0, tried = 0, untried
        cdef uint32_t child, best = NONE
        cdef float bound, share, highest = -INFINITY
        cdef Node *node
        if self.stamp >= 0xfffffff0ULL:
            memset(self.stamps, 0, self.rules.actions * sizeof(uint32_t))
            self.stamp = 0
        self.stamp += 2
        for place in range(legal):
            self.stamps[self.actions[place]] = self.stamp
        child = self.nodes[at].child
        while child != NONE:
            node = &self.nodes[child]
            if self.stamps[action_of(node)] >= self.stamp:
                self.stamps[action_of(node)] = self.stamp + 1
                tried += 1
                node.available += 1
                share = <float>1 / <float>node.visits
                bound = <float>node.total * share + self.exploration * sqrtf(logarithm(node.available) * share)
                if bound > highest:
                    highest = bound
                    best = child
            child = node.sibling
        if tried == legal:
            return best
        untried = <int>rng_below(&self.chance, <uint32_t>(legal - tried))
        for place in range(legal):
            if self.stamps[self.actions[place]] == self.stamp:
                if untried == 0:
                    break
                untried -= 1
        child = self.add_child(at, <uint32_t>self.actions[place] | <uint32_t>mover << ACTION_BITS, 0)
        if child == NONE:
            return best
        self.nodes[child].available = 1
        is_new[0] = True
        return child

    cdef uint32_t see(self, uint32_t at, const void *state, Action action, bint *is_new) noexcept nogil:
        """Return the child of a chance node for what the searching seat sees of its outcome, or NONE when full."""
        cdef uint64_t seen = self.rules.information_key(self.rules, state, self.seat)
        cdef uint32_t child = self.nodes[at].child
        while child != NONE:
            if self.nodes[child].seen == seen:
                return child
            child = self.nodes[child].sibling
        is_new[0] = True
        return self.add_child(at, <uint32_t>action | <uint32_t>NATURE << ACTION_BITS, seen)

    cdef uint32_t information_set(self, const void *state, int mover, bint *is_new) noexcept nogil:
        """Return the node of what the mover knows, found or made; NONE when there is no room."""
        cdef uint64_t key = mix(self.rules.information_key(self.rules, state, mover) + <uint64_t>mover)
        cdef uint32_t slot = <uint32_t>key & self.index_mask, node, probes = 0
        while self.index[slot] != NONE:
            if self.nodes[self.index[slot]].seen == key:
                return self.index[slot]
            slot = (slot + 1) & self.index_mask
            probes += 1
            if probes > self.index_mask:
                self.full = True
                return NONE
        node = self.add_node()
        if node != NONE:
            self.nodes[node].seen = key
            self.nodes[node].link = NATURE << ACTION_BITS
            self.index[slot] = node
            is_new[0] = True
        return node

    cdef void simulate(self) noexcept nogil:
        """One iteration: a new world, descent, playout, back-up."""
        cdef int seats = self.rules.seats, mover, seat, depth = 0, step, slot = 0
        cdef uint32_t at = ROOT, child
        cdef Action action
        cdef void *state = <void *>self.scratch
        cdef int32_t scores[MAX_SEATS]
        cdef double returns[MAX_SEATS]
        cdef double margins[MAX_SEATS]
        cdef double utilities[NATURE + 1]
        cdef bint is_new = False
        cdef Node *node

        # 1. Draw a world that the seat cannot tell from the true one.
        memcpy(state, self.root.data, self.rules.state_bytes)
        self.rules.redeal(self.rules, state, self.seat, &self.deals)

        # 2. Descend to an action tried for the first time, a new deal, or the end of the game.
        while not is_new and depth < self.rules.longest_game:
            mover = self.rules.mover(self.rules, state)
            if mover == OVER:
                break
            if mover == CHANCE:
                action = self.rules.roll(self.rules, state, &self.chance)
                if action == UNNUMBERED:
                    break
                child = self.see(at, state, action, &is_new)
            else:
                if self.index_mask and depth > 0:
                    child = self.information_set(state, mover, &is_new)
                    if child == NONE or is_new:
                        break
                    at = child
                child = self.choose(at, state, mover, &is_new)
                if child != NONE:
                    action = action_of(&self.nodes[child])
                    self.rules.play(self.rules, state, action)
            if child == NONE:
                break
            at = child
            self.path[depth] = at
            depth += 1

        # 3. Play on at random and back up the values of all seats.
        random_playout(self.rules, state, &self.rollout, self.actions)
        self.rules.results(self.rules, state, scores, returns)
        for seat in range(seats):
            margins[seat] = margin(self.rules, scores, seat)
            utilities[seat] = utility(&self.objective, returns[seat], margins[seat])
        utilities[NATURE] = 0
        self.nodes[ROOT].visits += 1
        for step in range(depth):
            node = &self.nodes[self.path[step]]
            node.visits += 1
            node.total += utilities[chooser_of(node)]
        while self.root_actions[slot] != action_of(&self.nodes[self.path[0]]):
            slot += 1
        add_simulation(&self.tallies[slot], seats, returns, margins)
        self.simulations += 1
        self.depth = max(self.depth, depth)

    def run(self, *, int64_t simulations, double seconds, int64_t nodes, int depth):
        """Simulate, without the GIL, until one of the limits is reached; arguments as `mcts.Tree.run`."""
        cdef double deadline
        cdef int64_t done = 0
        with nogil:
            deadline = seconds_now() + seconds
            while done < simulations:
                if self.simulations % SIMULATIONS_A_LOOK == 0 and (
                    (done > 0 and seconds_now() >= deadline) or <int64_t>self.size >= nodes or self.depth >= depth
                ):
                    break
                self.simulate()
                done += 1
        self.root.game.raise_failure()

    @property
    def node_count(self):
        """Nodes in the tree."""
        return self.size

    @property
    def memory_bytes(self):
        """Bytes of the arena in use."""
        return self.size * sizeof(Node) + ((self.index_mask + 1) * sizeof(uint32_t) if self.index_mask else 0)

    @property
    def proven(self):
        """Whether the value of the root is exact: never, over worlds that are sampled."""
        return False

    def root_proof(self):
        """Return None: nothing is proven."""
        return None

    def preferred_id(self):
        """Return None: nothing is proven."""
        return None

    cdef uint32_t child_with(self, uint32_t at, Action action) noexcept nogil:
        """Return the child reached by an action, or NONE."""
        cdef uint32_t child = self.nodes[at].child
        while child != NONE and action_of(&self.nodes[child]) != action:
            child = self.nodes[child].sibling
        return child

    def visits(self, Action action):
        """Return how many simulations went through a root action."""
        cdef uint32_t child = self.child_with(ROOT, action)
        return 0 if child == NONE else self.nodes[child].visits

    def root_table(self):
        """Return a RootRow for each legal action of the root, in ascending order of action ids."""
        cdef int slot
        return [
            root_row(self.root_actions[slot], self.visits(self.root_actions[slot]), &self.tallies[slot],
                     self.rules.seats, None)
            for slot in range(self.root_count)
        ]

    def line(self, Action action):
        """Return the play expected after a root action, as ids: the most visited actions of one sampled world.

        It is legal in that world; in the true one only the first action is certain to be.
        """
        cdef State world
        cdef Rng rng
        cdef uint32_t at = self.child_with(ROOT, action), child, best
        cdef int mover
        cdef Node *node
        rng.state = 1
        world = self.root.blank_copy()
        self.rules.redeal(self.rules, world.data, self.seat, &rng)
        self.rules.play(self.rules, world.data, action)
        line = [action]
        while at != NONE and not self.index_mask:
            mover = self.rules.mover(self.rules, world.data)
            if mover < 0:
                break
            legal = set(world.legal_action_ids())
            best = NONE
            child = self.nodes[at].child
            while child != NONE:
                node = &self.nodes[child]
                if action_of(node) in legal and (best == NONE or node.visits > self.nodes[best].visits):
                    best = child
                child = node.sibling
            if best != NONE:
                line.append(action_of(&self.nodes[best]))
                self.rules.play(self.rules, world.data, action_of(&self.nodes[best]))
            at = best
        return line

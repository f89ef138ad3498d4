"""Minimax with a window and a table, depth first, that can stop after any node and go on later.

Sources: alpha-beta (Knuth and Moore 1975), its fail-soft bounds (Fishburn 1983), principal variation search
(Marsland and Campbell 1982); the history heuristic (Schaeffer 1989) and killers (Akl and Newborn 1977). Chance nodes
follow Star1 and Star2 (Ballard 1983): every outcome has an interval, and before values are found cheap bounds are,
here by null windows, each at the share of the mean that the outcome has to give.

Nodes on the way from the root are frames of a stack of its own, not of the C stack: a search is left after a chunk of
time in the middle of the tree and entered again there, and nothing is looked at twice for it.

Every result is an interval that the value lies in. An open end shows where the window cut the search short, so an
exact value is an interval of one number, and bounds from the game, the table and the children are intersected.
Whether a node raises or lowers a value depends on the seat that moves, not on the ply: a seat may move on and on.
"""
cimport cython
from libc.stdint cimport int32_t, int64_t, uint8_t, uint32_t, uint64_t
from libc.string cimport memcpy

from springtail.cython_ext.arena cimport arena_free, arena_new
from springtail.cython_ext.bits cimport highest_bit, mix
from springtail.cython_ext.clock cimport seconds_now
from springtail.cython_ext.game cimport Game
from springtail.cython_ext.rules cimport CHANCE, OVER, Action, Rules
from springtail.cython_ext.search.scale cimport (
    FAR, HEAVIEST_NODE, estimated_worth, fill_scale, least_worth, mean, most_worth, ratio_down, ratio_up,
    worth_of_end,
)
from springtail.cython_ext.search.table cimport (
    NO_ACTION, PROVEN, WAYS, Entry, bucket_of, find, keep, lay_out, prefetch, set_size,
)

from springtail.cython_ext.errors import InvalidLimit

cdef enum:
    NODES_A_LOOK = 256          # nodes between two looks at the clock
    HABIT_LIMIT = 1 << 20
    FIRST_CHOICE = 1 << 30      # scores of actions: the one that the table knows
    SECOND_CHOICE = 1 << 29     # and killers


cdef inline uint64_t tint(Beyond beyond) noexcept nogil:
    return mix(<uint64_t>beyond) if beyond != AN_ESTIMATE else 0


@cython.final
cdef class Minimax:
    """A stack and a table for searches of one game under one objective."""

    def __cinit__(self, Game game not None, *, size_t memory_bytes, int viewer, bint by_margin, table_bytes=None):
        """Lay out the memory.

        Args:
            game: what is searched; what it hides is looked at.
            memory_bytes: for the stack and the table together.
            viewer: the seat whose return and margin are valued; its partners play for it, all others against it.
            by_margin: value the margin instead of the return.
            table_bytes: size of the table; None is what the stack leaves.

        Raises:
            InvalidLimit: when the memory cannot hold the stack.
        """
        cdef const Rules *rules = &game.rules
        cdef size_t plies = rules.longest_game + 2, most = rules.most_actions, at, buckets
        cdef size_t sizes[11]
        cdef int part
        self.game = game
        self.rules = rules
        self.scale.by_margin = by_margin
        self.view_from(viewer)
        self.most_plies = plies
        self.line_length = min(plies, LONGEST_LINE)
        self.habit_mask = 1
        while self.habit_mask < min(rules.actions, MOST_HABITS):
            self.habit_mask *= 2
        sizes[:] = [
            plies * sizeof(Frame), plies * rules.state_bytes, plies * most * sizeof(Action),
            plies * most * sizeof(Outcome) if rules.outcomes != NULL else 0,
            2 * self.habit_mask * sizeof(int32_t), plies * KILLERS * sizeof(Action),
            plies * self.line_length * sizeof(Action), plies * sizeof(int), most * sizeof(int32_t),
            most * sizeof(Action), most * sizeof(uint32_t),
        ]
        at = 0
        for part in range(11):
            sizes[part] = (sizes[part] + 63) & ~<size_t>63
            at += sizes[part]
        self.stack_bytes = at
        if memory_bytes < at:
            raise InvalidLimit(f"memory_mb: the search of {game.id} needs {at} bytes and more, not {memory_bytes}")
        if table_bytes is not None:
            memory_bytes = at + table_bytes
        buckets = (memory_bytes - at) // (WAYS * sizeof(Entry))
        self.arena_bytes = at + buckets * WAYS * sizeof(Entry)
        self.arena = <unsigned char *>arena_new(self.arena_bytes + 63)
        if self.arena == NULL:
            raise MemoryError
        at = (<size_t>self.arena + 63) & ~<size_t>63
        lay_out(&self.table, <Entry *>(at + self.stack_bytes), buckets)
        self.stack = <unsigned char *>at
        self.frames = <Frame *>at
        at += sizes[0]
        self.states = <unsigned char *>at
        at += sizes[1]
        self.actions = <Action *>at
        at += sizes[2]
        self.outcomes = <Outcome *>at
        at += sizes[3]
        self.habits = <int32_t *>at
        at += sizes[4]
        self.killers = <Action *>at
        at += sizes[5]
        self.lines = <Action *>at
        at += sizes[6]
        self.line_lengths = <int *>at
        at += sizes[7]
        self.scores = <int32_t *>at
        at += sizes[8]
        self.listed = <Action *>at
        at += sizes[9]
        self.weights = <uint32_t *>at
        self.habit_mask -= 1
        self.ply = -1

    def __dealloc__(self):
        arena_free(self.arena, self.arena_bytes + 63)

    cdef void view_from(self, int viewer) noexcept:
        """Value positions for another seat. With more than two sides, keys say for which."""
        fill_scale(&self.scale, self.rules, viewer, self.scale.by_margin)
        self.salt = 0 if self.rules.seats == 2 or self.rules.sides == 2 else mix(<uint64_t>(viewer + 1))

    cdef dict progress(self):
        """Return what, with the bytes of the stack and the table, a search goes on from."""
        return {
            "ply": self.ply, "is_returning": self.is_returning, "for_action": self.for_action,
            "low": self.low, "high": self.high, "low_proven": self.low_proven, "high_proven": self.high_proven,
            "best": self.best, "nodes": self.nodes, "deepest": self.deepest,
            "beyond": self.beyond, "too_large": self.scale.too_large,
            "age": self.table.age, "buckets": self.table.buckets, "filled": self.table.filled,
        }

    cdef void set_progress(self, dict numbers):
        self.ply = numbers["ply"]
        self.is_returning = numbers["is_returning"]
        self.for_action = numbers["for_action"]
        self.low = numbers["low"]
        self.high = numbers["high"]
        self.low_proven = numbers["low_proven"]
        self.high_proven = numbers["high_proven"]
        self.best = numbers["best"]
        self.nodes = numbers["nodes"]
        self.deepest = numbers["deepest"]
        self.beyond = numbers["beyond"]
        self.scale.too_large = numbers["too_large"]
        self.table.age = numbers["age"]
        set_size(&self.table, numbers["buckets"])
        self.table.filled = numbers["filled"]

    cdef void begin(self, const void *state, int64_t alpha, int64_t beta, int depth, bint for_action) noexcept nogil:
        """Begin the search of a position.

        alpha < beta: the window, the viewer's. depth: plies to look ahead, PROVEN is to the end. for_action: look at
        the children even where the value is known without, so that the best action is.
        """
        memcpy(self.states, state, self.rules.state_bytes)
        self.for_action = for_action
        self.frames[0].actions_at = 0
        self.frames[0].outcomes_at = 0
        self.best = NO_ACTION
        self.ply = -1
        self.is_returning = True
        if not self.enter(0, alpha, beta, depth):
            self.ply = 0
            self.is_returning = False

    cdef bint run(self, double deadline, int64_t last_node) noexcept nogil:
        """Search on to a time, or until so many nodes were looked at in all; return whether the search is over."""
        cdef Frame *frame
        cdef int64_t next_look = min(self.nodes + NODES_A_LOOK, last_node)
        while self.ply >= 0:
            frame = &self.frames[self.ply]
            if self.is_returning:
                self.is_returning = False
                if frame.is_chance:
                    self.absorb_outcome(frame)
                else:
                    self.absorb(frame)
            if frame.is_cut or frame.next == frame.count:
                self.leave(frame)
                self.ply -= 1
                self.is_returning = True
                continue
            if self.nodes >= next_look:
                if self.nodes >= last_node or seconds_now() >= deadline:
                    return False
                next_look = min(self.nodes + NODES_A_LOOK, last_node)
            if frame.is_chance:
                self.descend_chance(frame)
            else:
                self.descend(frame)
        return True

    cdef inline void *state(self, int ply) noexcept nogil:
        return self.states + ply * self.rules.state_bytes

    cdef inline Action *actions_of(self, const Frame *frame) noexcept nogil:
        return self.actions + frame.actions_at

    cdef inline Outcome *outcomes_of(self, const Frame *frame) noexcept nogil:
        return self.outcomes + frame.outcomes_at

    # Into a child.

    cdef inline void descend(self, Frame *frame) noexcept nogil:
        """Look at the next action; with a null window when others were looked at before."""
        cdef int64_t alpha = max(frame.alpha, frame.low), beta = frame.beta
        if frame.next > 0 and not frame.is_narrow and beta - alpha > 1:
            frame.is_narrow = True
            beta = alpha + 1
        else:
            frame.is_narrow = False
        self.play(self.actions_of(frame)[frame.next])
        if frame.sign > 0:
            self.step(frame, alpha, beta)
        else:
            self.step(frame, -beta, -alpha)

    cdef inline void play(self, Action action) noexcept nogil:
        """Put the state after an action behind that of the frame on top."""
        memcpy(self.state(self.ply + 1), self.state(self.ply), self.rules.state_bytes)
        self.rules.play(self.rules, self.state(self.ply + 1), action)

    cdef inline void step(self, Frame *frame, int64_t alpha, int64_t beta) noexcept nogil:
        """Enter the child whose state is in place."""
        cdef Frame *child = frame + 1
        child.actions_at = frame.actions_at + (0 if frame.is_chance else frame.count)
        child.outcomes_at = frame.outcomes_at + (frame.count if frame.is_chance else 0)
        if self.enter(self.ply + 1, alpha, beta, frame.depth - (frame.depth != PROVEN)):
            self.is_returning = True
        else:
            self.ply += 1

    cdef inline void answer(self, int64_t low, bint low_proven, int64_t high, bint high_proven) noexcept nogil:
        self.low = low
        self.high = high
        self.low_proven = low_proven
        self.high_proven = high_proven

    cdef bint enter(self, int ply, int64_t alpha, int64_t beta, int depth) noexcept nogil:
        """Open a node, or answer at once, which is then True. The window is the viewer's."""
        cdef Frame *frame = &self.frames[ply]
        cdef const void *state = self.state(ply)
        cdef int mover = self.rules.mover(self.rules, state)
        cdef int64_t low = self.scale.least, high = self.scale.most, bound
        cdef bint low_proven = True, high_proven = True
        cdef int32_t least, most
        cdef Action hint = NO_ACTION
        cdef const Entry *entry
        self.nodes += 1
        self.line_lengths[ply] = 0

        # 1. The game is over.
        if mover == OVER:
            bound = worth_of_end(&self.scale, self.rules, state)
            self.deepest = max(self.deepest, ply)
            self.answer(bound, True, bound, True)
            return True

        # 2. Bounds from the game.
        if self.rules.bounds != NULL and (depth > 0 or self.beyond != AN_ESTIMATE):
            self.rules.bounds(self.rules, state, self.scale.viewer, &least, &most)
            low = least_worth(&self.scale, least)
            high = most_worth(&self.scale, most)
            if (low >= beta or high <= alpha or low == high) and (ply > 0 or not self.for_action):
                self.deepest = max(self.deepest, ply)
                self.answer(low, True, high, True)
                return True

        # 3. Bounds from the table.
        self.recognise(frame, state)
        if frame.remembered:
            entry = find(&self.table, frame.words)
            if entry != NULL:
                hint = entry.action & NO_ACTION
                if entry.low_depth and entry.low_depth >= depth:
                    bound = min(entry.low + frame.settled, high)
                    if bound > low:
                        low = bound
                        low_proven = entry.low_depth == PROVEN
                if entry.high_depth and entry.high_depth >= depth:
                    bound = max(entry.high + frame.settled, low)
                    if bound < high:
                        high = bound
                        high_proven = entry.high_depth == PROVEN
                if (low >= beta or high <= alpha or low == high) and (ply > 0 or not self.for_action):
                    self.answer(low, low_proven, high, high_proven)
                    return True

        # 4. The horizon, and chance events that cannot be listed.
        if depth == 0 or (mover == CHANCE and self.rules.outcomes == NULL):
            self.deepest = max(self.deepest, ply)
            if self.beyond == THE_LEAST:
                self.answer(low, low_proven, low, False)
            elif self.beyond == THE_MOST:
                self.answer(high, False, high, high_proven)
            else:
                bound = min(max(estimated_worth(&self.scale, self.rules, state), low), high)
                self.answer(bound, False, bound, False)
            return True

        # 5. Open the node.
        if ply == 0 and self.for_action:
            low = self.scale.least
            high = self.scale.most
            low_proven = True
            high_proven = True
        frame.is_chance = mover == CHANCE
        frame.sign = 1 if mover == CHANCE or self.scale.friends >> mover & 1 else -1
        alpha = max(alpha, low)
        beta = min(beta, high)
        if frame.sign > 0:
            frame.alpha = alpha
            frame.beta = beta
            frame.floor = low
            frame.ceiling = high
            frame.floor_proven = low_proven
            frame.ceiling_proven = high_proven
        else:
            frame.alpha = -beta
            frame.beta = -alpha
            frame.floor = -high
            frame.ceiling = -low
            frame.floor_proven = high_proven
            frame.ceiling_proven = low_proven
        frame.nodes_before = self.nodes - 1
        frame.depth = depth
        frame.best = NO_ACTION
        frame.next = 0
        frame.is_cut = False
        frame.is_narrow = False
        frame.low = -FAR
        frame.high = -FAR
        frame.low_proven = True
        frame.high_proven = True
        if frame.is_chance:
            self.open_outcomes(ply)
            if frame.is_cut:
                self.leave(frame)
                return True
        else:
            self.open_actions(ply, hint)
        return False

    cdef inline void recognise(self, Frame *frame, const void *state) noexcept nogil:
        """Fill the words that the table knows a position by, and bring its bucket nearer."""
        cdef int32_t settled = 0
        frame.settled = 0
        if self.rules.canonical == NULL or self.salt:
            frame.words[1] = self.rules.key(self.rules, state) ^ self.salt
            frame.words[0] = frame.words[1]
            frame.remembered = True
        else:
            frame.remembered = self.rules.canonical(self.rules, state, frame.words, &settled)
            if settled and self.scale.by_margin:
                frame.settled = settled * self.scale.per_point
            elif settled:
                frame.words[0] ^= mix(<uint64_t>settled)
                frame.words[1] ^= mix(<uint64_t>settled ^ <uint64_t>1 << 63)
        frame.words[0] ^= tint(self.beyond)
        frame.words[1] ^= tint(self.beyond)
        if frame.remembered:
            prefetch(bucket_of(&self.table, frame.words))

    cdef inline void open_actions(self, int ply, Action hint) noexcept nogil:
        """List the actions of a node, the likely best first."""
        cdef Frame *frame = &self.frames[ply]
        cdef const void *state = self.state(ply)
        cdef Action *killers = self.killers + ply * KILLERS
        cdef const int32_t *habits = self.habits + (frame.sign > 0) * (self.habit_mask + 1)
        cdef Action *actions = self.actions_of(frame)
        cdef Action action
        cdef int32_t score
        cdef int at, place, count
        cdef bint is_final = self.rules.candidates != NULL and not self.salt
        cdef bint is_ordered = is_final or self.rules.order != NULL
        if is_final:
            count = self.rules.candidates(self.rules, state, actions)
        else:
            count = self.rules.legal(self.rules, state, actions)
            if self.rules.order != NULL:
                self.rules.order(self.rules, state, actions, count)
        frame.count = count
        for at in range(count):
            action = actions[at]
            if action == hint:
                score = FIRST_CHOICE
            elif not is_final and (action == killers[0] or action == killers[1]):
                score = SECOND_CHOICE
            else:
                score = 0
            score += -at if is_ordered else habits[action & self.habit_mask]
            place = at
            while place > 0 and self.scores[place - 1] < score:
                self.scores[place] = self.scores[place - 1]
                actions[place] = actions[place - 1]
                place -= 1
            self.scores[place] = score
            actions[place] = action

    # Out of a child.

    cdef inline void absorb(self, Frame *frame) noexcept nogil:
        """Use the result of the action looked at."""
        cdef int64_t low = self.low, high = self.high, alpha
        cdef bint low_proven = self.low_proven, high_proven = self.high_proven
        if frame.sign < 0:
            low = -self.high
            high = -self.low
            low_proven = self.high_proven
            high_proven = self.low_proven
        alpha = max(frame.alpha, frame.low)
        if frame.is_narrow and alpha < low < frame.beta and low < high:
            return      # looked at again, with the whole window
        frame.is_narrow = False
        if low > frame.low:
            frame.low = low
            frame.low_proven = low_proven
            frame.best = self.actions_of(frame)[frame.next]
            if alpha < low < frame.beta:
                self.extend_line(frame.best)
        elif low == frame.low:
            frame.low_proven = frame.low_proven or low_proven
        frame.high = max(frame.high, high)
        frame.high_proven = frame.high_proven and high_proven
        frame.next += 1
        if frame.low >= frame.beta:
            frame.is_cut = True
            self.reward(frame)

    cdef inline void extend_line(self, Action action) noexcept nogil:
        """Make the principal variation of the frame on top an action and the line behind it."""
        cdef Action *line = self.lines + self.ply * self.line_length
        cdef int length = min(self.line_lengths[self.ply + 1], self.line_length - 1)
        line[0] = action
        memcpy(line + 1, line + self.line_length, length * sizeof(Action))
        self.line_lengths[self.ply] = length + 1

    cdef inline void reward(self, Frame *frame) noexcept nogil:
        """Remember an action that cut."""
        cdef Action *killers = self.killers + self.ply * KILLERS
        cdef int32_t *habit = self.habits + (frame.sign > 0) * (self.habit_mask + 1) + (frame.best & self.habit_mask)
        cdef int effort = highest_bit(<uint64_t>(self.nodes - frame.nodes_before) | 1) + 1
        habit[0] += effort * effort
        if habit[0] > HABIT_LIMIT:
            self.fade()
        if killers[0] != frame.best:
            killers[1] = killers[0]
            killers[0] = frame.best

    cdef void fade(self) noexcept nogil:
        cdef int at
        for at in range(2 * (self.habit_mask + 1)):
            self.habits[at] >>= 1

    cdef inline void leave(self, Frame *frame) noexcept nogil:
        """Answer with what the children of a node showed, and remember it."""
        cdef int64_t low = frame.low, high = frame.high
        cdef bint low_proven = frame.low_proven, high_proven = frame.high_proven
        cdef int ply = <int>(frame - self.frames)
        if frame.is_cut and not frame.is_chance:
            high = FAR
        if low <= frame.floor:
            low_proven = frame.floor_proven or (low_proven and low == frame.floor)
            low = frame.floor
        if high >= frame.ceiling:
            high_proven = frame.ceiling_proven or (high_proven and high == frame.ceiling)
            high = frame.ceiling
        if low > high:  # they are of different depths: the proven one wins, else the deeper look
            if low_proven != high_proven:
                low = high = low if low_proven else high
            else:
                low = high = min(max(frame.low, -FAR), FAR) if frame.is_cut else high
                low_proven = high_proven = False
        if ply == 0:
            self.best = frame.best
        if frame.sign > 0:
            self.answer(low, low_proven, high, high_proven)
        else:
            self.answer(-high, high_proven, -low, low_proven)
        if frame.remembered:
            keep(
                &self.table, frame.words,
                self.low - frame.settled, self.stored_depth(frame, self.low > self.scale.least, self.low_proven),
                self.high - frame.settled, self.stored_depth(frame, self.high < self.scale.most, self.high_proven),
                frame.best, <uint8_t>(highest_bit(<uint64_t>(self.nodes - frame.nodes_before) | 1) + 1),
            )

    cdef inline uint8_t stored_depth(self, const Frame *frame, bint is_known, bint is_proven) noexcept nogil:
        if not is_known:
            return 0
        return PROVEN if is_proven else <uint8_t>min(frame.depth, PROVEN - 1)

    # Chance.

    cdef void open_outcomes(self, int ply) noexcept nogil:
        """List the outcomes of a chance node with what is known about each, those that can move the mean most first."""
        cdef Frame *frame = &self.frames[ply]
        cdef Outcome *outcomes = self.outcomes_of(frame)
        cdef Outcome outcome
        cdef int at, place
        cdef int64_t pull
        frame.count = self.rules.outcomes(self.rules, self.state(ply), self.listed, self.weights)
        frame.weight = 0
        frame.line_weight = 0
        frame.sum_low = 0
        frame.sum_high = 0
        frame.is_asking = frame.beta - frame.alpha == 1
        for at in range(frame.count):
            frame.weight += self.weights[at]
            outcome.action = self.listed[at]
            outcome.weight = <int32_t>self.weights[at]
            self.look_ahead(ply, frame.depth, &outcome)
            frame.sum_low += outcome.weight * outcome.low
            frame.sum_high += outcome.weight * outcome.high
            pull = outcome.weight * (outcome.high - outcome.low)
            place = at
            while place > 0 and pull > outcomes[place - 1].weight * (
                outcomes[place - 1].high - outcomes[place - 1].low
            ):
                outcomes[place] = outcomes[place - 1]
                place -= 1
            outcomes[place] = outcome
        if frame.weight > HEAVIEST_NODE:
            self.scale.too_large = True
        frame.weight = max(frame.weight, 1)     # none where rules written in Python have failed
        frame.alpha = max(frame.alpha, self.scale.least - 1)
        frame.beta = min(frame.beta, self.scale.most + 1)
        self.weigh(frame)
        self.skip_known(frame)

    cdef void look_ahead(self, int ply, int depth, Outcome *outcome) noexcept nogil:
        """Fill what is known about the position behind an outcome without a search."""
        cdef void *state = self.state(ply + 1)
        cdef Frame *child = &self.frames[ply + 1]
        cdef const Entry *entry
        cdef int32_t least, most
        cdef int mover
        memcpy(state, self.state(ply), self.rules.state_bytes)
        self.rules.play(self.rules, state, outcome.action)
        mover = self.rules.mover(self.rules, state)
        outcome.low_proven = True
        outcome.high_proven = True
        outcome.is_above = False
        if mover == OVER:
            self.nodes += 1
            outcome.guess = outcome.low = outcome.high = worth_of_end(&self.scale, self.rules, state)
            return
        outcome.guess = estimated_worth(&self.scale, self.rules, state)
        outcome.low = self.scale.least
        outcome.high = self.scale.most
        if self.rules.bounds != NULL:
            self.rules.bounds(self.rules, state, self.scale.viewer, &least, &most)
            outcome.low = least_worth(&self.scale, least)
            outcome.high = most_worth(&self.scale, most)
        if depth < PROVEN:
            depth -= 1
        self.recognise(child, state)
        entry = find(&self.table, child.words) if child.remembered else NULL
        if entry != NULL:
            if entry.low_depth and entry.low_depth >= depth and entry.low + child.settled > outcome.low:
                outcome.low = min(entry.low + child.settled, outcome.high)
                outcome.low_proven = entry.low_depth == PROVEN
            if entry.high_depth and entry.high_depth >= depth and entry.high + child.settled < outcome.high:
                outcome.high = max(entry.high + child.settled, outcome.low)
                outcome.high_proven = entry.high_depth == PROVEN
        outcome.guess = min(max(outcome.guess, outcome.low), outcome.high)

    cdef inline void weigh(self, Frame *frame) noexcept nogil:
        """Bring the bounds of a chance node up to date; cut when they decide."""
        cdef const Outcome *outcomes = self.outcomes_of(frame)
        cdef int at
        frame.low = mean(frame.sum_low, frame.weight)
        frame.high = mean(frame.sum_high, frame.weight)
        if frame.low < frame.beta and frame.high > frame.alpha and frame.sum_low < frame.sum_high:
            return
        frame.is_cut = True
        frame.low_proven = True
        frame.high_proven = True
        for at in range(frame.count):
            frame.low_proven = frame.low_proven and outcomes[at].low_proven
            frame.high_proven = frame.high_proven and outcomes[at].high_proven

    cdef inline void skip_known(self, Frame *frame) noexcept nogil:
        """Move to the next outcome to look at: each is asked for its share, then the value of each is found."""
        cdef const Outcome *outcomes = self.outcomes_of(frame)
        while not frame.is_cut:
            if frame.next == frame.count:
                frame.is_asking = False
                frame.next = 0
            if outcomes[frame.next].low < outcomes[frame.next].high:
                return
            frame.next += 1

    cdef int64_t share(self, const Frame *frame) noexcept nogil:
        """What the next outcome has to give if the mean is to be alpha and the others that were not asked yet come as
        far from their guesses as this one."""
        cdef const Outcome *outcomes = self.outcomes_of(frame)
        cdef int64_t missing = frame.alpha * frame.weight, weight = 0
        cdef int at
        for at in range(frame.count):
            if at >= frame.next and outcomes[at].low < outcomes[at].high:
                missing -= outcomes[at].weight * outcomes[at].guess
                weight += outcomes[at].weight
            else:
                missing -= outcomes[at].weight * (outcomes[at].low if outcomes[at].is_above else outcomes[at].high)
        return outcomes[frame.next].guess + ratio_down(missing, weight)

    cdef inline void descend_chance(self, Frame *frame) noexcept nogil:
        """Look at an outcome, with the window outside of which it decides about the mean, or for its share alone."""
        cdef const Outcome *outcome = &self.outcomes_of(frame)[frame.next]
        cdef int64_t weight = outcome.weight
        cdef int64_t alpha = ratio_down(frame.alpha * frame.weight - (frame.sum_high - weight * outcome.high), weight)
        cdef int64_t beta = ratio_up(frame.beta * frame.weight - (frame.sum_low - weight * outcome.low), weight)
        if frame.is_asking:
            alpha = min(max(alpha, outcome.low, self.share(frame)), beta - 1, outcome.high - 1)
            beta = alpha + 1
        self.play(outcome.action)
        self.step(frame, max(alpha, outcome.low - 1), min(beta, outcome.high + 1))

    cdef inline void absorb_outcome(self, Frame *frame) noexcept nogil:
        """Use the result of the outcome looked at."""
        cdef Outcome *outcome = &self.outcomes_of(frame)[frame.next]
        cdef int64_t low = min(max(self.low, outcome.low), outcome.high)
        cdef int64_t high = max(min(self.high, outcome.high), low)
        outcome.is_above = self.low > outcome.low
        if outcome.is_above:
            outcome.low_proven = self.low_proven
        if self.high < outcome.high:
            outcome.high_proven = self.high_proven
        frame.sum_low += outcome.weight * (low - outcome.low)
        frame.sum_high += outcome.weight * (high - outcome.high)
        outcome.low = low
        outcome.high = high
        if outcome.weight > frame.line_weight and not frame.is_asking:
            frame.line_weight = outcome.weight
            self.extend_line(outcome.action)
        frame.next += 1
        self.weigh(frame)
        self.skip_known(frame)

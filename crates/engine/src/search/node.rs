//! The search of one position.

use skep_rules::raw::{Hive, Step};

use super::history::Previous;
use super::ordering::{Hints, Kind, ListTurns, Turn};
use super::{Ground, Worker};
use crate::child::Child;
use crate::eval::evaluate;
use crate::pages::CAN_PREFETCH;
use crate::params::{
    BONUS_BASE, BONUS_FACTOR, BONUS_LIMIT, EVASION_DEPTH, FUTILITY_BASE, FUTILITY_DEPTH, FUTILITY_PER_PLY,
    LATE_BASE, LATE_DEPTH, LATE_FACTOR, LATE_NOT_IMPROVING, REDUCTION_FIRST, REDUCTION_HISTORY,
    REDUCTION_IDLE, REDUCTION_NOT_IMPROVING, REDUCTION_PRINCIPAL, REDUCTION_SHARP, REVERSE_FUTILITY_DEPTH,
    REVERSE_FUTILITY_MARGIN, UNKNOWN_DEPTH,
};
use crate::score::{INFINITE, MAX_PLY, WIN_BOUND, from_table, loss_at, to_table, win_at};
use crate::tt::{Bound, Entry};

/// Where in the tree a position is.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place {
    /// Turns from the root.
    pub(crate) ply: usize,
    /// Turns since the last placement: only positions since then can come again.
    pub(crate) reversible: usize,
    /// The turn that led here.
    pub(crate) previous: Previous,
}

impl Place {
    /// The place after a turn.
    pub(crate) fn after(self, step: Step, placement: bool) -> Place {
        Place {
            ply: self.ply + 1,
            reversible: if placement { 0 } else { self.reversible + 1 },
            previous: Previous::new(step),
        }
    }
}

impl Worker<'_> {
    /// Prepares to try a turn: plays it, and has what the table knows about it fetched. Best done one turn
    /// ahead, because that takes as long as judging a position.
    #[inline(always)]
    pub(crate) fn prepare<W: Ground>(
        &self,
        hive: &Hive<W>,
        step: Step,
        depth: i32,
        next: &mut Option<Child<W>>,
    ) {
        Child::play(hive, step, next);
        if let Some(next) = next {
            self.prefetch(next.key, depth);
        }
    }

    /// Tells the processor that a position will be searched to this depth soon.
    #[inline(always)]
    fn prefetch(&self, key: u64, depth: i32) {
        if depth > 0 {
            self.shared.table.prefetch(key);
        }
        self.shared.evals.prefetch(key);
    }

    /// Searches the position after a turn, from the view of the side that makes it. `next` is what comes after
    /// it; none if it outgrows the torus.
    pub(crate) fn search_child<W: Ground>(
        &mut self,
        hive: &Hive<W>,
        (step, next): (Step, &Option<Child<W>>),
        depth: i32,
        window: (i32, i32),
        place: Place,
    ) -> i32 {
        if self.aborted {
            return 0;
        }
        match next {
            Some(next) => -self.visit(next, depth, -window.1, -window.0, place),
            None => {
                let next = Child::new(&W::outgrow(hive, step));
                let score = -self.visit(&next, depth, -window.1, -window.0, place);
                // Turns on the other torus have other numbers: they do not belong into this line.
                if place.ply < MAX_PLY {
                    self.line_lengths[place.ply] = 0;
                }
                score
            }
        }
    }

    /// Searches a position, or judges it where there is no depth left.
    #[inline(always)]
    fn visit<W: Ground>(&mut self, child: &Child<W>, depth: i32, alpha: i32, beta: i32, place: Place) -> i32 {
        if depth <= 0 || place.ply >= MAX_PLY - 1 {
            self.leaf(child, place)
        } else {
            self.node(child, depth, alpha, beta, place)
        }
    }

    /// Searches a position: its score for the side to move, exact within the window.
    fn node<W: Ground>(
        &mut self,
        child: &Child<W>,
        mut depth: i32,
        mut alpha: i32,
        mut beta: i32,
        place: Place,
    ) -> i32 {
        let ply = place.ply;
        if let Some(score) = self.arrive(child, place) {
            return score;
        }
        let Child { ref hive, key, around_own, around_other } = *child;

        // No score here can be better than winning with the next turn or worse than having lost.
        alpha = alpha.max(loss_at(ply));
        beta = beta.min(win_at(ply + 1));
        if alpha >= beta {
            return alpha;
        }

        let is_pv = beta - alpha > 1;
        let entry = self.shared.table.get(key);
        if let Some(entry) = entry
            && !is_pv
            && entry.depth >= depth
        {
            let score = from_table(entry.score, ply);
            let decided = match entry.bound {
                Bound::Exact => true,
                Bound::Lower => score >= beta,
                Bound::Upper => score <= alpha,
            };
            if decided {
                return score;
            }
        }

        // Where neither side can win at once, a known evaluation decides as much as a look at the position.
        let known_eval = entry.map(|entry| entry.eval).or_else(|| self.shared.evals.get(key));
        let may_be_good_enough = !is_pv && depth <= REVERSE_FUTILITY_DEPTH && beta.abs() < WIN_BOUND;
        let is_good_enough = |eval: i32| may_be_good_enough && eval - REVERSE_FUTILITY_MARGIN * depth >= beta;
        if let Some(eval) = known_eval
            && around_own.max(around_other) < 5
            && is_good_enough(eval)
        {
            return eval;
        }

        // The first turn to be tried is known before the look at the position, which takes as long as the table.
        let known = entry.and_then(|entry| entry.step);
        if let Some(first) = known.or(self.killers[ply][0]) {
            self.prefetch(hive.likely_key_after(first), depth - 1);
        }

        let knowledge = self.shared.knowledge;
        let eval = evaluate(child, knowledge, W::analysis_mut(self, ply, key), known_eval);
        let analysis = W::analysis(self, ply);
        let (win, threatened) = (analysis.win, analysis.is_threatened());
        if let Some((tile, cell)) = win {
            self.extend_line_with(ply, Step::new(tile, cell));
            return win_at(ply + 1);
        }
        if known_eval.is_none() {
            self.shared.evals.put(key, eval);
        }
        // Far above the window with nothing urgent: good enough.
        if !threatened && is_good_enough(eval) {
            return eval;
        }

        // Better than before the last two turns?
        self.evals[ply] = eval;
        let improving = ply >= 2 && eval > self.evals[ply - 2];

        if known.is_none() && depth >= UNKNOWN_DEPTH {
            depth -= 1;
        }

        // The turns most likely to refute the position come before the list of all is made.
        let end_of_parents = self.turns.len();
        let start = self.turns.begin();
        for step in [known, self.killers[ply][0], self.killers[ply][1]].into_iter().flatten() {
            let seen = self.turns.steps(start).contains(&step);
            if !seen && W::analysis(self, ply).own.allows(hive, step) {
                self.turns.push_first(start, step);
            }
        }

        self.path.push(key);
        let mut best = -INFINITE;
        let mut best_step = None;
        let mut bound = Bound::Upper;
        let patience = if improving { 100 } else { LATE_NOT_IMPROVING };
        let late = ((LATE_BASE + LATE_FACTOR * depth * depth) * patience / 1000) as usize;
        let futile = eval + FUTILITY_BASE + FUTILITY_PER_PLY * depth <= alpha;
        let mut index = 0;
        let mut listed = false;
        // The hive after the turn being tried, and that after the next one, in turns.
        let mut hives = [None, None];
        let mut upcoming: Option<Turn> = None;
        loop {
            let turn = match upcoming {
                Some(upcoming) => upcoming,
                None => {
                    let mut turn = self.turns.pick::<W>(start);
                    if turn.is_none() && !listed {
                        self.list_the_rest(hive, place, start);
                        listed = true;
                        turn = self.turns.pick::<W>(start);
                    }
                    let Some(turn) = turn else { break };
                    self.prepare(hive, turn.step, depth - 1, &mut hives[index & 1]);
                    turn
                }
            };
            let step = turn.step;
            if !is_pv && best > -WIN_BOUND {
                // Sharp turns come early and idle ones last, so nothing of value is behind these.
                let rest_is_hopeless = match turn.kind {
                    Kind::Idle => depth <= EVASION_DEPTH,
                    Kind::Quiet => {
                        (depth <= LATE_DEPTH && index >= late)
                            || (depth <= FUTILITY_DEPTH && futile && index > 0)
                    }
                    Kind::Sharp => false,
                };
                if rest_is_hopeless {
                    break;
                }
            }
            // Where nothing can be fetched meanwhile, playing a turn ahead would sometimes be in vain.
            if CAN_PREFETCH {
                upcoming = self.turns.pick::<W>(start);
                if let Some(turn) = upcoming {
                    self.prepare(hive, turn.step, depth - 1, &mut hives[(index + 1) & 1]);
                }
            }
            let child = (step, &hives[index & 1]);
            let placement = step != Step::PASS && hive.placed() >> step.tile() & 1 == 0;
            let next = place.after(step, placement);
            let score = if index == 0 {
                self.search_child(hive, child, depth - 1, (alpha, beta), next)
            } else {
                let reduction = self.reduction::<W>(depth, index, turn, place, (is_pv, improving));
                let zero = (alpha, alpha + 1);
                let mut score = self.search_child(hive, child, depth - 1 - reduction, zero, next);
                if score > alpha && reduction > 0 {
                    score = self.search_child(hive, child, depth - 1, zero, next);
                }
                if score > alpha && score < beta {
                    score = self.search_child(hive, child, depth - 1, (alpha, beta), next);
                }
                score
            };
            if self.aborted {
                break;
            }
            if score > best {
                best = score;
                if score > alpha {
                    alpha = score;
                    best_step = Some(step);
                    bound = Bound::Exact;
                    if is_pv {
                        self.extend_line(ply, step);
                    } else {
                        // Nobody will ask how it goes on.
                        self.extend_line_with(ply, step);
                    }
                    if score >= beta {
                        bound = Bound::Lower;
                        self.reward::<W>(start, step, upcoming.map(|turn| turn.step), depth, place);
                        break;
                    }
                }
            }
            index += 1;
        }
        self.path.pop();
        self.turns.truncate(end_of_parents);
        if self.aborted {
            return 0;
        }
        let entry = Entry { step: best_step.or(known), score: to_table(best, ply), eval, depth, bound };
        self.shared.table.put(key, entry);
        // Whoever comes here without depth left shall have something of it.
        let judged = match bound {
            Bound::Exact => best,
            Bound::Lower => best.max(eval),
            Bound::Upper => best.min(eval),
        };
        if judged != eval && judged.abs() < WIN_BOUND {
            self.shared.evals.put(key, judged);
        }
        best
    }

    /// Lists all turns that have not been tried yet.
    fn list_the_rest<W: Ground>(&mut self, hive: &Hive<W>, place: Place, start: usize) {
        let mut turns = core::mem::take(&mut self.turns);
        let hints = Hints { history: self.history, previous: place.previous };
        let analysis = W::analysis(self, place.ply);
        W::run(ListTurns { hive, analysis, hints: &hints, start, out: &mut turns });
        self.turns = turns;
    }

    /// How much less deep to search a late turn.
    fn reduction<W: Ground>(
        &self,
        depth: i32,
        index: usize,
        turn: Turn,
        place: Place,
        (is_pv, improving): (bool, bool),
    ) -> i32 {
        if depth < 2 || index < REDUCTION_FIRST {
            return 0;
        }
        let mut reduction = i32::from(self.reductions[depth.min(63) as usize][index.min(63)]);
        reduction -= self.history.get::<W>(place.previous, turn.step) * 100 / REDUCTION_HISTORY;
        reduction += match turn.kind {
            Kind::Quiet => 0,
            Kind::Sharp => -REDUCTION_SHARP,
            Kind::Idle => REDUCTION_IDLE,
        };
        reduction -= if is_pv { REDUCTION_PRINCIPAL } else { 0 };
        reduction += if improving { 0 } else { REDUCTION_NOT_IMPROVING };
        (reduction / 100).clamp(0, depth - 1)
    }

    /// A turn refuted the position: remember it, and hold it against those that were tried before it. The
    /// upcoming one was picked, but not tried.
    fn reward<W: Ground>(
        &mut self,
        start: usize,
        step: Step,
        upcoming: Option<Step>,
        depth: i32,
        place: Place,
    ) {
        if step == Step::PASS {
            return;
        }
        let killers = &mut self.killers[place.ply];
        if killers[0] != Some(step) {
            killers[1] = killers[0];
            killers[0] = Some(step);
        }
        let bonus = (depth * depth * BONUS_FACTOR + BONUS_BASE).min(BONUS_LIMIT);
        self.history.learn::<W>(place.previous, step, bonus);
        for earlier in self.turns.picked(start) {
            if earlier != step && Some(earlier) != upcoming {
                self.history.learn::<W>(place.previous, earlier, -bonus);
            }
        }
    }
}

import { requirePattern, requireSubject } from './limits.ts';

/** Subjects whose subscriptions are remembered. Beyond it all are forgotten and found again as they come. */
const MAX_ROUTES = 32_768;

/**
 * Finds the subscriptions that match a subject. Patterns are kept as a tree of tokens, and the answer for each subject is
 * remembered until a subscription that concerns it comes or goes: a busy subject costs one lookup.
 */
export class Subscriptions<S extends { readonly pattern: string }> {
  readonly #root = new Branch<S>();
  readonly #routes = new Map<string, Route<S>>();
  #changes = 0;

  /** Counts what came and went: who remembers an answer knows by it whether that still holds. */
  get changes(): number {
    return this.#changes;
  }

  add(subscription: S): void {
    const tokens = requirePattern(subscription.pattern).split('.');
    this.#root.add(subscription, tokens, 0);
    this.#forget(subscription.pattern, tokens);
  }

  delete(subscription: S): void {
    const tokens = subscription.pattern.split('.');
    this.#root.delete(subscription, tokens, 0);
    this.#forget(subscription.pattern, tokens);
  }

  /** The answer is never changed afterwards: it can be kept while messages are under way. Throws MisuseError for an invalid subject. */
  matching(subject: string): readonly S[] {
    const known = this.#routes.get(subject);
    if (known !== undefined) return known.subscriptions;
    const tokens = requireSubject(subject).split('.');
    const subscriptions: S[] = [];
    this.#root.collect(tokens, 0, subscriptions);
    if (this.#routes.size >= MAX_ROUTES) this.#routes.clear();
    this.#routes.set(subject, { tokens, subscriptions });
    return subscriptions;
  }

  #forget(pattern: string, wanted: readonly string[]): void {
    this.#changes++;
    if (!wanted.includes('*') && wanted.at(-1) !== '>') {
      this.#routes.delete(pattern);
      return;
    }
    for (const [subject, { tokens }] of this.#routes) {
      if (concerns(wanted, tokens)) this.#routes.delete(subject);
    }
  }
}

interface Route<S> {
  readonly tokens: readonly string[];
  readonly subscriptions: readonly S[];
}

/** `matches` on tokens split before: a wildcard that comes or goes is compared with every remembered subject. */
function concerns(pattern: readonly string[], tokens: readonly string[]): boolean {
  for (let i = 0; i < pattern.length; i++) {
    const wanted = pattern[i];
    if (wanted === '>') return tokens.length > i;
    if (wanted !== '*' && wanted !== tokens[i]) return false;
  }
  return pattern.length === tokens.length;
}

/** The patterns that share their first tokens. */
class Branch<S> {
  readonly #branches = new Map<string, Branch<S>>();
  readonly #ending = new Set<S>();
  readonly #endingWithRest = new Set<S>();

  get isEmpty(): boolean {
    return this.#branches.size + this.#ending.size + this.#endingWithRest.size === 0;
  }

  add(subscription: S, pattern: readonly string[], depth: number): void {
    const token = pattern[depth];
    if (token === undefined) this.#ending.add(subscription);
    else if (token === '>') this.#endingWithRest.add(subscription);
    else {
      const branch = this.#branches.get(token) ?? new Branch();
      this.#branches.set(token, branch);
      branch.add(subscription, pattern, depth + 1);
    }
  }

  delete(subscription: S, pattern: readonly string[], depth: number): void {
    const token = pattern[depth];
    if (token === undefined) this.#ending.delete(subscription);
    else if (token === '>') this.#endingWithRest.delete(subscription);
    else {
      const branch = this.#branches.get(token);
      branch?.delete(subscription, pattern, depth + 1);
      if (branch?.isEmpty) this.#branches.delete(token);
    }
  }

  collect(subject: readonly string[], depth: number, found: S[]): void {
    const token = subject[depth];
    if (token === undefined) {
      found.push(...this.#ending);
      return;
    }
    found.push(...this.#endingWithRest);
    this.#branches.get(token)?.collect(subject, depth + 1, found);
    this.#branches.get('*')?.collect(subject, depth + 1, found);
  }
}

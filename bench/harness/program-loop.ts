/** The loop that programs are measured by: primes and common divisors, with conditions, arithmetic, calls and something that is read. The same in three ways. */

/** All numbers below this are looked at. */
export const NUMBERS = 5000;

/** In the robot language, whose limits want something to be read now and then: which others do, too. */
export const ROBOT_PROGRAM = `
int n = 2;
int found = 0;
while (n < ${NUMBERS}) {
  int d = 2;
  int prime = 1;
  while (d * d <= n) {
    if (n % d == 0) {
      prime = 0;
      break;
    }
    d = d + 1;
  }
  found = found + prime + common(n, 360) + cellflag(1);
  n = n + 1;
}
print(found);
function common(a, b) {
  while (b != 0) {
    int rest = a % b;
    a = b;
    b = rest;
  }
  return a;
}
`;

/** As JavaScript of twenty years ago, for an interpreter of it. Its value is what was found. */
export const SCRIPT: string = ROBOT_PROGRAM.replaceAll('int ', 'var ').replace('print(found);', '').concat('found;');

const common = (first: number, second: number): number => {
  let [a, b] = [first, second];
  while (b !== 0) {
    const rest = a % b;
    a = b;
    b = rest;
  }
  return a;
};

/** For the engine itself. */
export function plainLoop(cellFlag: (flag: number) => number): number {
  let n = 2;
  let found = 0;
  while (n < NUMBERS) {
    let d = 2;
    let prime = 1;
    while (d * d <= n) {
      if (n % d === 0) {
        prime = 0;
        break;
      }
      d = d + 1;
    }
    found = found + prime + common(n, 360) + cellFlag(1);
    n = n + 1;
  }
  return found;
}

/** A wall nobody has run into may be painted on: here each is run into, on purpose. */
import { appendFileSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { PlantedTree, type Verdict } from './planted-tree.ts';

/** Two cores may be busy with other tests. */
const PATIENCE_MS = 120_000;
const SLOW = { timeout: PATIENCE_MS };

describe('the compiler rejects', () => {
  const plants = [
    { fixture: 'core-imports-node', complaint: /src\/core\/base\/planted-core-imports-node\.ts\(1,.*'node:fs'/ },
    {
      fixture: 'core-uses-platform',
      complaint: /planted-core-uses-platform\.ts\(1,.*'setTimeout'[\s\S]*planted-core-uses-platform\.ts\(2,.*'document'/,
    },
    { fixture: 'core-imports-web', complaint: /src\/core\/base\/planted-core-imports-web\.ts.*web\/scene\.ts/ },
    { fixture: 'core-imports-type-of-web', complaint: /src\/core\/base\/planted-core-imports-type-of-web\.ts.*web\/scene\.ts/ },
    { fixture: 'gateway-imports-driver', complaint: /src\/gateways\/gamebots\.ts.*drivers\/pioneer\.ts/ },
    { fixture: 'library-uses-node', complaint: /src\/transports\/planted-library-uses-node\.ts.*'process'/ },
  ];

  // All in one tree: what is wrong in one file hides nothing in another. It is compiled as it is before: what no plant touches is not compiled again.
  let asItIs: Verdict;
  let verdict: Verdict;
  beforeAll(() => {
    using tree = new PlantedTree();
    asItIs = tree.types('src/hub');
    for (const { fixture } of plants) tree.plant(fixture);
    verdict = tree.types('src/core', 'src/gateways', 'tsconfig.browser.json');
  }, PATIENCE_MS);

  it('nothing of the tree as it is', () => {
    expect(asItIs).toEqual({ passed: true, output: '' });
  });

  it.each(plants)('$fixture', ({ complaint }) => {
    expect(verdict.output).toMatch(complaint);
    expect(verdict.passed).toBe(false);
  });
});

describe('the arrows reject', () => {
  const plants = [
    { fixture: 'core-imports-node', complaint: 'src/core/base/planted-core-imports-node.ts -> fs: core does no I/O' },
    {
      fixture: 'core-imports-web',
      complaint: 'src/core/base/planted-core-imports-web.ts -> src/web/scene.ts: core may import no other folder of src',
    },
    {
      fixture: 'core-imports-type-of-web',
      complaint: 'src/core/base/planted-core-imports-type-of-web.ts -> src/web/scene.ts: core may import no other folder of src',
    },
    { fixture: 'core-imports-package', complaint: 'node_modules/ws/wrapper.mjs: core may import only the packages zod' },
    { fixture: 'gateway-imports-driver', complaint: 'src/gateways/gamebots.ts -> src/drivers/pioneer.ts: gateways may import only core' },
    {
      fixture: 'base-imports-bus',
      complaint: 'src/core/base/planted-base-imports-bus.ts -> src/core/bus/subjects.ts: core/base may import no other',
    },
    {
      fixture: 'cycle-in-core',
      complaint:
        'src/core/base/egg-cycle-in-core.ts -> src/core/base/hen-cycle-in-core.ts -> src/core/base/egg-cycle-in-core.ts: two files that import each',
    },
    {
      fixture: 'cycle-of-types-in-core',
      complaint:
        'src/core/base/egg-cycle-of-types-in-core.ts -> src/core/base/hen-cycle-of-types-in-core.ts -> src/core/base/egg-cycle-of-types-in-core.ts: two files',
    },
    {
      fixture: 'library-reaches-node',
      complaint:
        'src/library/planted-library-reaches-node.ts -> src/platform/planted-library-reaches-node.ts -> os: the library runs in browsers too',
    },
    { fixture: 'product-imports-development-package', complaint: 'what is shipped may import only packages listed under "dependencies"' },
    {
      fixture: 'product-imports-test',
      complaint:
        'src/hub/planted-product-imports-test.ts -> src/hub/planted-product-imports-test.test.ts: what is shipped may not lean on a test',
    },
    { fixture: 'folder-without-arrows', complaint: 'src/elsewhere: has no arrows' },
    {
      fixture: 'reference-without-arrow',
      complaint: 'src/gateways/tsconfig.json: references drivers, which src/gateways may not import',
    },
  ];

  // All in one tree: to look through it takes seconds, and what is wrong in one place hides nothing in another.
  let verdict: Verdict;
  beforeAll(() => {
    using tree = new PlantedTree();
    for (const { fixture } of plants) tree.plant(fixture);
    verdict = tree.arrows();
  }, PATIENCE_MS);

  it.each(plants)('$fixture', ({ complaint }) => {
    expect(verdict.output).toContain(complaint);
    expect(verdict.passed).toBe(false);
  });

  it('a tree of which they see nothing', SLOW, () => {
    using tree = new PlantedTree();
    rmSync(join(tree.folder, 'src'), { recursive: true });
    mkdirSync(join(tree.folder, 'src/core'), { recursive: true });
    const { passed, output } = tree.arrows();
    expect(output).toContain('the check is blind: it saw 0 of 0 files');
    expect(passed).toBe(false);
  });
});

describe('the grammars', () => {
  it('reject a parser that is not what its grammar makes', SLOW, () => {
    using tree = new PlantedTree();
    expect(tree.grammars()).toEqual({ passed: true, output: '' });
    appendFileSync(join(tree.folder, 'src/core/maps/edl/edl-parser.generated.ts'), '// by hand\n');
    const { passed, output } = tree.grammars();
    expect(output).toContain('src/core/maps/edl/edl-parser.generated.ts is not what its grammar makes');
    expect(passed).toBe(false);
  });
});

describe('the tree as it is', () => {
  it('keeps to the arrows', SLOW, () => {
    using tree = new PlantedTree();
    expect(tree.arrows()).toEqual({ passed: true, output: '' });
  });

  it('is tidy', SLOW, () => {
    using tree = new PlantedTree();
    expect(tree.tidy()).toEqual({ passed: true, output: '' });
  });
});

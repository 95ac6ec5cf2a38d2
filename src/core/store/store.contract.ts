import { afterAll, beforeAll, describe } from 'vitest';
import { deedsContract } from './deeds.contract.ts';
import { documentsContract } from './documents.contract.ts';
import { everythingContract } from './everything.contract.ts';
import type { LastingHarness, MakeLasting, MakeStore, StoreHarness } from './harness.contract.ts';
import { lastingContract } from './lasting.contract.ts';
import { meshesContract } from './meshes.contract.ts';
import { modelsContract } from './models.contract.ts';
import { peopleContract } from './people.contract.ts';
import { worldsContract } from './worlds.contract.ts';

export type { LastingHarness, MakeLasting, MakeStore, StoreHarness } from './harness.contract.ts';

/** Registers the tests of the rules of SPEC.md that every Store keeps. */
export function storeContract(name: string, make: MakeStore): void {
  describe(`the store contract: ${name}`, () => {
    let harness: StoreHarness;
    beforeAll(async () => {
      harness = await make();
    });
    afterAll(() => harness[Symbol.asyncDispose]());
    const store = () => harness.store;
    everythingContract(store, make);
    worldsContract(store);
    modelsContract(store);
    meshesContract(store);
    peopleContract(store);
    deedsContract(store);
    documentsContract(store);
  });
}

/** Registers the tests of the rules for a Store whose records outlast the process. */
export function lastingStoreContract(name: string, make: MakeLasting): void {
  describe(`the lasting store contract: ${name}`, () => {
    let harness: LastingHarness;
    beforeAll(async () => {
      harness = await make();
    });
    afterAll(() => harness[Symbol.asyncDispose]());
    lastingContract(() => harness);
  });
}

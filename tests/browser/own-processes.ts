/** Test files with a hub of their own, and why that of the worker will not do. A check compares the list with the files. */
export const OWN_HUB: Readonly<Record<string, string>> = {
  admission: 'its hub takes one participant in a world',
  'cluster-panel': 'three hubs, which are killed one after the other',
  'held-control': 'the hub is paused, by stop-stage.ts',
  hidden: 'hidden-stage.ts is a soak, too, which brings its own',
  hubs: 'three hubs, of which one is killed',
  'map-editor': 'the hub is killed and started again',
  'own-robot': 'it changes the catalog, which all worlds of a hub have in common',
  'paper-example': 'it runs the practice cell of the demo',
  'planner-panel': 'it gives the hub another planner',
  together: 'the hub is stopped, killed and started again',
};

/** Test files with a Chromium of their own, and why that of the worker will not do. */
export const OWN_CHROMIUM: Readonly<Record<string, string>> = {
  'held-control': 'tabs of one window that hide one another, by stop-stage.ts',
  hidden: 'tabs of one window that hide one another, by hidden-stage.ts',
};

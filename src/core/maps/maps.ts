/** Maps that people write and draw. Start reading at edl/edl.ts (the language) and plan/floor-plan.ts (what it means); the rules are in SPEC.md. */
export { type Change, type CheckOptions, type Concern, checkDocument, type Mend } from './checks/checks.ts';
export { copied, type Grip, gripsOf, memberAt, movedBy, type OutlineCm, outlineOf, pulled, snapped, turnedTo } from './drawing/drawing.ts';
export { type CfgReading, readCfg, writeCfg } from './edl/cfg.ts';
export { applyEdits, type Diagnostic, type Fix, type Severity, type Stretch, type TextEdit } from './edl/diagnostic.ts';
export type { EdlDocument, EdlMember, MemberKind } from './edl/document.ts';
export { type Compilation, checkEdl, compileEdl, EdlReader, type EdlReading, type LocatedEdl, parseEdl } from './edl/edl.ts';
export { type Formatting, formatEdl } from './edl/format.ts';
export { writeEdl } from './edl/write-edl.ts';

export { type FloorPlan, floorPlanOf, type NamedPoint, type Notice } from './plan/floor-plan.ts';
export type { Corridor, Gap, Obstacle } from './plan/layout.ts';
export { FREE, OCCUPIED, type Occupancy, occupancyOf, UNKNOWN } from './plan/occupancy.ts';
export { middleOf, type Place, type Segment } from './plan/segment.ts';
export { type Elevator, type Furnishing, readSite, type Site, type SiteFloor, type SiteOptions, type SiteReading } from './site/site.ts';
export type { SiteConcern } from './site/site-concern.ts';
export { floorOfMap, floorsOfSite, type WrittenFloor, withFloor } from './site/site-floors.ts';
export { type FloorOutline, picturesNamed, SITE_FILE, siteOutline } from './site/site-outline.ts';
export { rounded, type TopologicalEdge, type TopologicalMap, type TopologicalNode } from './site/topological-map.ts';
export { type TracedWalls, traceWalls } from './trace/tracing.ts';

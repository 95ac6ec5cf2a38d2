/** Robot models and what follows from them. Start reading at model.ts; the models themselves are in catalog/catalog.ts. */
export { accelerationOf, type BaseAcceleration, USUAL_BASE_ACCELERATION } from './acceleration.ts';
export { catalog } from './catalog/catalog.ts';
export { draftOf } from './draft.ts';
export { dhPose, linkPoses, movement, toolPose } from './kinematics.ts';
export type {
  DegreeOfFreedom,
  DhRow,
  DifferentialDrive,
  Gait,
  GripperFacts,
  Leg,
  Link,
  Model,
  ModelKind,
  SensorKind,
  SensorMount,
  SensorNoise,
  SensorParameters,
  SensorSettings,
} from './model.ts';
export { isOfBuilding, meshesOf } from './model.ts';
export { modelSchema } from './model-schema.ts';
export { type Sensor, sensorOf, USUAL_SENSORS } from './sensor.ts';
export { sensorParametersSchema } from './sensor-schema.ts';
export { drivenDofs, NO_TRAVEL, shownValues, type Travel, travelBetween, walkingValues, wheelAngles } from './travel.ts';

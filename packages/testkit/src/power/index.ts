export { replay, type History } from "./history.ts";
export { imageAt, writeImage, type Fates, type Image, type Moment } from "./image.ts";
export { startRecorder, type Recorder } from "./recorder.ts";

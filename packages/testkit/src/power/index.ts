export { replayCalls, type History } from "./history.ts";
export { computeDiskImage, writeDiskImage, type DiskImage, type PowerCut } from "./disk-image.ts";
export { startRecorder, type Recorder } from "./recorder.ts";

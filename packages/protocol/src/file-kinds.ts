/** Kinds of files that a widget may be limited to (CORE-167), in the order in which they are shown. */
export const fileKinds = ["pictures", "audio_video", "pdf", "text", "office", "archives"] as const;
export type FileKind = (typeof fileKinds)[number];

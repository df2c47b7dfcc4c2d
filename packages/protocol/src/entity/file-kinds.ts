/** Kinds of files to which a widget can be limited (CORE-167), in display order. */
export const fileKinds = ["pictures", "audio_video", "pdf", "text", "office", "archives"] as const;
export type FileKind = (typeof fileKinds)[number];

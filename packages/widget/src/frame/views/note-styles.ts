import css from "./note.css?inline";
import { addStyles } from "./styles.ts";

// Adds the styles of a note, for the views that show one.
addStyles(css);

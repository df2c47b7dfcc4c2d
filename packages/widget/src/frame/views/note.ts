import css from "./note.css?inline";
import { addStyles } from "./styles.ts";

// Styles of a note, for the parts that show one.
addStyles(css);

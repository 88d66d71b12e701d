// Moves in a list to the entry whose label begins with the characters that the user types.

/** Characters that are typed within this time are one text. */
const PAUSE_MILLIS = 700;

/** True for a key that is a character of a label. Space is an action in trees and menus. */
export const isCharacter = event => event.key.length === 1 && event.key !== ' ' && !event.ctrlKey && !event.metaKey && !event.altKey;

export class Typeahead {
  constructor() {
    this.text = '';
    this.typedAt = -Infinity;
  }

  /** Forgets the text, after another key. */
  reset() {
    this.text = '';
  }

  /** Returns the index of the next label after `now` that begins with the text; -1 if none does. */
  find(character, labels, now) {
    const time = performance.now();
    this.text = (time - this.typedAt > PAUSE_MILLIS ? '' : this.text) + character.toLowerCase();
    this.typedAt = time;
    // The same character again stands for the next entry that begins with it.
    const searched = [...this.text].every(each => each === this.text[0]) ? this.text[0] : this.text;
    // A longer text may still be the one of the current entry.
    const from = Math.max(0, searched.length === 1 ? now + 1 : now);
    for (let i = 0; i < labels.length; i++) {
      const index = (from + i) % labels.length;
      if (labels[index].trim().toLowerCase().startsWith(searched)) return index;
    }
    return -1;
  }
}

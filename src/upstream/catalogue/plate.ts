/** A picture of a plate: 16 by 16 pixels, PNG, in Base64. */

export const PLATE_PNG =
  'iVBORw0KGgoAAAANSUhEUgAAABAAAAAQCAIAAACQkWg2AAAAM0lEQVR42mO4mSNHEmKgVMMJDIBTwwm8AKeGTxgA' +
  'uwZcqjH1jGQNJAcrORFHctKgVWoFABhJ90QxojrvAAAAAElFTkSuQmCC';

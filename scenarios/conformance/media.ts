/** The smallest files there are, in Base64. */

/** One red pixel. */
export const PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR42mO4ZmAAAAMWATd67H13AAAAAElFTkSuQmCC';

/** Four samples of silence: 8 bits, mono, 8 kHz. */
export const WAV = 'UklGRigAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQQAAACAgICA';

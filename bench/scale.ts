/** How much is measured: all of it, or as much as a quick look takes. */

export interface Scale {
  readonly rounds: number;
  readonly warmUpRequests: number;
  readonly burstRequests: number;
  /** Requests of a burst that goes one at a time. */
  readonly singleRequests: number;
  readonly rivals: boolean;
  readonly storedObservations: number;
  readonly pastSessions: number;
  readonly pages: number;
  readonly waiting: number;
  readonly waitMs: number;
  readonly delayedAnswers: number;
  readonly starts: number;
  readonly crowdRounds: number;
}

export const FULL: Scale = {
  rounds: 9,
  warmUpRequests: 20_000,
  burstRequests: 12_000,
  singleRequests: 3_000,
  rivals: true,
  storedObservations: 1_000_000,
  pastSessions: 10_000,
  pages: 50,
  waiting: 5_000,
  waitMs: 8_000,
  delayedAnswers: 2_000,
  starts: 9,
  crowdRounds: 3,
};

export const QUICK: Scale = {
  rounds: 3,
  warmUpRequests: 2_000,
  burstRequests: 1_500,
  singleRequests: 300,
  rivals: false,
  storedObservations: 20_000,
  pastSessions: 500,
  pages: 10,
  waiting: 300,
  waitMs: 1_000,
  delayedAnswers: 400,
  starts: 3,
  crowdRounds: 1,
};

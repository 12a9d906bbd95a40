import { describe, expect, it } from 'vitest';
import { GivenQuestions } from '../../../src/judge/given/given-questions.js';
import { arrivalOf } from '../../support/arrival.js';

function post(questions: GivenQuestions, id: unknown): string[] {
  const arrival = arrivalOf({ jsonrpc: '2.0', id, result: {} });
  return questions.judge(arrival).map(({ rule }) => rule);
}

describe('requests that wait for a posted response', () => {
  it('are told when it comes, under their own id', () => {
    const questions = new GivenQuestions();
    const told: string[] = [];
    for (const id of ['a', 'b']) {
      questions.ask(id);
      questions.whenAnswered(id, () => told.push(id));
    }
    expect(post(questions, 'b')).toEqual([]);
    expect(told).toEqual(['b']);
    expect(post(questions, 'a')).toEqual([]);
    expect(told).toEqual(['b', 'a']);
  });

  it('are told at once where it has come already', () => {
    const questions = new GivenQuestions();
    questions.ask('a');
    post(questions, 'a');
    let told = 0;
    questions.whenAnswered('a', () => (told += 1));
    expect(told).toBe(1);
  });

  it('are told no more where that was called off', () => {
    const questions = new GivenQuestions();
    questions.ask('a');
    let told = 0;
    questions.whenAnswered('a', () => (told += 1))();
    post(questions, 'a');
    expect(told).toBe(0);
  });

  it('show a response to nothing, and one that comes twice', () => {
    const questions = new GivenQuestions();
    questions.ask('a');
    expect(post(questions, 'A')).toEqual(['C-BASE-02']);
    expect(post(questions, 'a')).toEqual([]);
    expect(post(questions, 'a')).toEqual(['C-BASE-02']);
  });

  it('leave the requests of the healthy server alone, which counts', () => {
    const questions = new GivenQuestions();
    questions.ask('a');
    expect(post(questions, 0)).toEqual([]);
    expect(post(new GivenQuestions(), 'x')).toEqual([]);
  });
});

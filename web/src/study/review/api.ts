// Server requests of the game review.
import { request } from '../../lib/api.ts';
import type { ReviewIn, ReviewTryIn, ReviewTryView, ReviewView } from '../../wire/index.ts';

export const beginReview = (wanted: ReviewIn): Promise<ReviewView> => request('POST', '/reviews', wanted);
export const fetchReview = (id: string): Promise<ReviewView> => request('GET', `/reviews/${id}`);
export const stopReview = (id: string): Promise<void> => request('DELETE', `/reviews/${id}`, undefined, true);
export const tryReview = (id: string, tried: ReviewTryIn): Promise<ReviewTryView> =>
  request('POST', `/reviews/${id}/tries`, tried);
export const reviewEvents = (id: string): string => `/api/reviews/${id}/events`;

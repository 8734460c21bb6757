import type { Response } from 'express';

/** Headers of everything that shows or changes projects: no other user's page may read it, frame it or guess at it. */
export function protectResponse(response: Response): void {
  response.setHeader('X-Content-Type-Options', 'nosniff');
  response.setHeader('X-Frame-Options', 'DENY');
  response.setHeader('Cross-Origin-Resource-Policy', 'same-origin');
  response.setHeader('Cross-Origin-Opener-Policy', 'same-origin');
  response.setHeader('Referrer-Policy', 'same-origin');
}

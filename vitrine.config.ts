import { defineSite } from '#engine/shared/define-site.ts';

export default defineSite({ journeys: ['registration'] });

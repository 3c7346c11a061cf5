/** Something that happened, as a tag manager reads it. */
export interface DataLayerEvent {
  readonly event: string;
}

declare global {
  interface Window {
    /** Read by the tag manager, which may arrive later; where nobody reads it, it only grows by a few events. */
    dataLayer?: object[];
  }
}

/** To be called within consent only: whatever stands in the data layer is sent by whoever reads it. */
export function pushToDataLayer(event: DataLayerEvent): void {
  (window.dataLayer ??= []).push(event);
}

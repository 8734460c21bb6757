// Classes that modules of the core name, but never create in the page.
export class Readable {}
export class Transform {}

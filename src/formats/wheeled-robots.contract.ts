/** Robots on wheels, as the packages of their makers describe them once xacro has expanded them; small, and written for these tests. */

const inertial = '<inertial><mass value="0.03"/><inertia ixx="1e-5" ixy="0" ixz="0" iyy="1e-5" iyz="0" izz="1e-5"/></inertial>';

/** In the style of TurtleBot3: a footprint on the ground, wheels whose own z is the axle, meshes in millimetres, a caster that is a box. */
export const turtle = `<?xml version="1.0"?>
<robot name="turtle" xmlns:xacro="http://ros.org/wiki/xacro">
  <material name="dark"><color rgba="0.3 0.3 0.3 1.0"/></material>
  <link name="base_footprint"/>
  <joint name="base_joint" type="fixed"><parent link="base_footprint"/><child link="base_link"/><origin xyz="0.0 0.0 0.010" rpy="0 0 0"/></joint>
  <link name="base_link"><visual><origin xyz="-0.032 0 0.07"/><geometry><box size="0.14 0.14 0.14"/></geometry></visual>${inertial}</link>
  <joint name="wheel_left_joint" type="continuous"><parent link="base_link"/><child link="wheel_left_link"/>
    <origin xyz="0.0 0.08 0.023" rpy="-1.57 0 0"/><axis xyz="0 0 1"/></joint>
  <link name="wheel_left_link"><visual><origin rpy="1.57 0 0"/><geometry><mesh filename="package://turtle_description/meshes/wheels/left_tire.stl" scale="0.001 0.001 0.001"/></geometry></visual>
    <collision><origin xyz="0 0 0"/><geometry><cylinder length="0.018" radius="0.033"/></geometry></collision>${inertial}</link>
  <joint name="wheel_right_joint" type="continuous"><parent link="base_link"/><child link="wheel_right_link"/>
    <origin xyz="0.0 -0.080 0.023" rpy="-1.57 0 0"/><axis xyz="0 0 1"/></joint>
  <link name="wheel_right_link"><visual><origin rpy="1.57 0 0"/><geometry><mesh filename="package://turtle_description/meshes/wheels/right_tire.stl" scale="0.001 0.001 0.001"/></geometry></visual>
    <collision><origin xyz="0 0 0"/><geometry><cylinder length="0.018" radius="0.033"/></geometry></collision>${inertial}</link>
  <joint name="caster_back_joint" type="fixed"><parent link="base_link"/><child link="caster_back_link"/><origin xyz="-0.081 0 -0.004" rpy="-1.57 0 0"/></joint>
  <link name="caster_back_link"><collision><geometry><box size="0.030 0.009 0.020"/></geometry></collision></link>
  <joint name="scan_joint" type="fixed"><parent link="base_link"/><child link="base_scan"/><origin xyz="-0.032 0 0.172"/></joint>
  <link name="base_scan"><visual><geometry><cylinder length="0.0315" radius="0.055"/></geometry></visual></link>
  <gazebo reference="wheel_left_link"><mu1>0.1</mu1><kp>500000.0</kp><material>Gazebo/FlatBlack</material></gazebo>
  <gazebo><plugin name="turtle_diff_drive" filename="libgazebo_ros_diff_drive.so"><wheelSeparation>0.160</wheelSeparation></plugin></gazebo>
</robot>
`;

const huskyWheel = (side: string, x: number, y: number) => `
  <link name="${side}_wheel_link">${inertial}<visual><origin rpy="1.570795 0 0"/><geometry><cylinder radius="0.1651" length="0.1143"/></geometry></visual>
    <collision><origin xyz="0 0 0" rpy="1.570795 0 0"/><geometry><cylinder length="0.1143" radius="0.1651"/></geometry></collision></link>
  <joint name="${side}_wheel" type="continuous"><parent link="base_link"/><child link="${side}_wheel_link"/><origin rpy="0 0 0" xyz="${x} ${y} 0.03282"/><axis rpy="0 0 0" xyz="0 1 0"/></joint>
  <transmission name="${side}_wheel_trans"><type>transmission_interface/SimpleTransmission</type><actuator name="m"><mechanicalReduction>1</mechanicalReduction></actuator><joint name="${side}_wheel"/></transmission>`;

/** In the style of Husky: four wheels, the root above the ground and not on it. */
export const husky = `<?xml version="1.0"?>
<robot name="husky">
  <link name="base_link"><visual><origin xyz="0 0 0.12"/><geometry><box size="0.98 0.57 0.2"/></geometry></visual></link>
  <link name="base_footprint"/>
  <joint name="base_footprint_joint" type="fixed"><origin xyz="0 0 -0.13228" rpy="0 0 0"/><parent link="base_link"/><child link="base_footprint"/></joint>
  ${huskyWheel('front_left', 0.256, 0.2854)}${huskyWheel('front_right', 0.256, -0.2854)}
  ${huskyWheel('rear_left', -0.256, 0.2854)}${huskyWheel('rear_right', -0.256, -0.2854)}
</robot>
`;

/** A robot with an arm on a base whose joints count against each other, off its root, with a swivelling caster. */
export const carrier = `<robot name="carrier">
  <link name="base"><visual><origin xyz="0.2 0 0.3"/><geometry><box size="0.6 0.4 0.3"/></geometry></visual></link>
  <link name="l"><visual><origin rpy="1.5707963267948966 0 0"/><geometry><cylinder radius="0.1" length="0.04"/></geometry></visual></link>
  <link name="r"><visual><origin rpy="1.5707963267948966 0 0"/><geometry><cylinder radius="0.1" length="0.04"/></geometry></visual></link>
  <link name="fork"/><link name="castor"><visual><geometry><sphere radius="0.05"/></geometry></visual></link>
  <link name="a1"/><link name="a2"/><link name="a3"/>
  <joint name="left" type="continuous"><parent link="base"/><child link="l"/><origin xyz="0.35 0.25 0.1"/><axis xyz="0 1 0"/><limit effort="5" velocity="12"/></joint>
  <joint name="right" type="continuous"><parent link="base"/><child link="r"/><origin xyz="0.35 -0.25 0.1" rpy="0 0 3.141592653589793"/><axis xyz="0 1 0"/><limit effort="5" velocity="12"/></joint>
  <joint name="swivel" type="continuous"><parent link="base"/><child link="fork"/><origin xyz="0 0 0.1"/><axis xyz="0 0 1"/><limit effort="1" velocity="9"/></joint>
  <joint name="roll" type="continuous"><parent link="fork"/><child link="castor"/><origin xyz="-0.03 0 -0.05"/><axis xyz="0 1 0"/><limit effort="1" velocity="9"/></joint>
  <joint name="shoulder" type="revolute"><parent link="base"/><child link="a1"/><origin xyz="0 0 0.5"/><axis xyz="0 0 1"/><limit lower="-2" upper="2" velocity="1" effort="1"/></joint>
  <joint name="elbow" type="revolute"><parent link="a1"/><child link="a2"/><origin xyz="0.3 0 0"/><axis xyz="0 1 0"/><limit lower="-2" upper="2" velocity="1" effort="1"/></joint>
  <joint name="wrist" type="revolute"><parent link="a2"/><child link="a3"/><origin xyz="0.3 0 0"/><axis xyz="0 1 0"/><limit lower="-2" upper="2" velocity="1" effort="1"/></joint>
</robot>
`;
